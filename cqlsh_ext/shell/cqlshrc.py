"""What stands in cqlshrc beyond what stock reads for us; values are taken as they are, `%` included."""

import configparser
from collections.abc import Mapping
from pathlib import Path

from cqlsh_ext.errors import UsageError
from cqlsh_ext.setting import SECTION
from cqlsh_ext.shell.stock import cqlshmain

SIGV4 = ("cassandra_sigv4.auth", "SigV4AuthProvider")
SIGV4_KEYS = {
    "region_name": "region",
    "aws_access_key_id": "access_key",
    "aws_secret_access_key": "secret_key",
    "aws_session_token": "token",
}
"""What [auth_provider] can say to the class of the package cassandra-sigv4, and how an Identity calls it."""


def read_own_section() -> Mapping[str, str]:
    """Return our own section, empty where there is none; raises UsageError for a file that is no cqlshrc."""
    config = configparser.RawConfigParser(default_section=SECTION)
    config.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        config.read(cqlshmain.CONFIG_FILE)
    except (configparser.Error, UnicodeDecodeError) as error:
        raise UsageError(f"{cqlshmain.CONFIG_FILE} cannot be read: {error}") from None
    return config.defaults()


def read_section(name: str, file: str | Path | None = None) -> Mapping[str, str]:
    """Return a section of a file, cqlshrc if none is named; empty where there is none."""
    config = configparser.RawConfigParser()
    config.read(file if file is not None else cqlshmain.CONFIG_FILE)
    return dict(config[name]) if name in config else {}


def read_sigv4(credentials: str) -> Mapping[str, str] | None:
    """Return what an [auth_provider] with cassandra-sigv4 says, a file of credentials beating it; None for others."""
    section = dict(read_section("auth_provider"))
    if (section.pop("module", None), section.pop("classname", None)) != SIGV4:
        return None
    section |= read_section(SIGV4[1], credentials)
    if unknown := sorted(section.keys() - SIGV4_KEYS):
        raise UsageError(f"[auth_provider] of cqlshrc: {unknown[0]} is not one of {', '.join(SIGV4_KEYS)}")
    return {SIGV4_KEYS[key]: text for key, text in section.items() if text}
