"""What a user can set about connections, by flag, variable or cqlshrc."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from cassandra import ConsistencyLevel

from cqlsh_ext.errors import UsageError
from cqlsh_ext.setting import Setting, parse_count, parse_switch, read_settings

T = TypeVar("T")

TITLE = "connections"
SERIAL_LEVELS = ("SERIAL", "LOCAL_SERIAL")
REGION = re.compile(r"[a-z0-9-]+")


def optional(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    """Let a parser take an empty text for None."""
    return lambda text: parse(text) if text else None


def parse_region(text: str) -> str:
    """Read the name of a region; raises UsageError."""
    if not REGION.fullmatch(text.lower()):
        raise UsageError(f"{text!r} is not the name of an AWS region")
    return text.lower()


def parse_consistency(text: str) -> str:
    """Read a level of consistency; raises UsageError."""
    if text.upper() not in ConsistencyLevel.name_to_value:
        raise UsageError(f"{text!r} is not one of {', '.join(ConsistencyLevel.name_to_value)}")
    return text.upper()


def parse_serial_consistency(text: str) -> str:
    """Read a level of serial consistency; raises UsageError."""
    if text.upper() not in SERIAL_LEVELS:
        raise UsageError(f"{text!r} is not one of {', '.join(SERIAL_LEVELS)}")
    return text.upper()


SETTINGS = (
    Setting("aws", ("--aws",), "", parse_switch, "off",
            "the server is Amazon Keyspaces, whatever its name: for tunnels"),
    Setting("region", ("--region",), "REGION", optional(parse_region), "", "AWS region to sign for"),
    Setting("profile", ("--profile",), "NAME", optional(str), "", "AWS profile to sign with"),
    Setting("role_arn", ("--role-arn",), "ARN", optional(str), "", "AWS role to assume"),
    Setting("external_id", ("--external-id",), "ID", optional(str), "", "external ID that the role asks for"),
    Setting("role_session_name", ("--role-session-name",), "NAME", str, "cqlsh-ext",
            "how the session of the role is called in AWS's logs"),
    Setting("secret_id", ("--secret-id",), "NAME", optional(str), "",
            "secret in AWS Secrets Manager with user name and password, and host and port if there"),
    Setting("server_name", ("--server-name",), "NAME", optional(str), "",
            "name that the server's certificate has to be for, in the place of the host's"),
    Setting("certfile", ("--certfile",), "FILE", optional(str), "",
            "certificates to trust, in the place of the system's"),
    Setting("consistency_level", ("--consistency-level",), "LEVEL", optional(parse_consistency), "",
            "consistency to begin with: ONE, on Amazon Keyspaces LOCAL_QUORUM, unless set"),
    Setting("serial_consistency_level", ("--serial-consistency-level",), "LEVEL",
            optional(parse_serial_consistency), "",
            "serial consistency to begin with: SERIAL, on Amazon Keyspaces LOCAL_SERIAL, unless set"),
    Setting("heartbeat", ("--heartbeat",), "SECONDS", optional(parse_count), "",
            "silence after which a connection is used, to keep it: 30, on Amazon Keyspaces 20, unless set"),
)  # fmt: skip
"""Flags, variables, keys of cqlshrc and the README's table all follow from this."""


class Connecting(NamedTuple):
    """What the user wants of connections; None where nothing was said."""

    aws: bool = False
    region: str | None = None
    profile: str | None = None
    role_arn: str | None = None
    external_id: str | None = None
    role_session_name: str = "cqlsh-ext"
    secret_id: str | None = None
    server_name: str | None = None
    certfile: str | None = None
    consistency_level: str | None = None
    serial_consistency_level: str | None = None
    heartbeat: int | None = None


def load(flags: Mapping[str, Any], variables: Mapping[str, str], section: Mapping[str, str]) -> Connecting:
    """Read the settings: a flag beats a variable beats the section of cqlshrc; raises UsageError."""
    return Connecting(**read_settings(SETTINGS, flags, variables, section))
