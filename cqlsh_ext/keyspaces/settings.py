"""What a user can set about statements on Amazon Keyspaces, by flag, variable or cqlshrc."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cqlsh_ext.setting import Setting, parse_count, parse_switch, read_settings

TITLE = "statements on Amazon Keyspaces"
SETTINGS = (
    Setting("no_wait", ("--no-wait",), "", parse_switch, "off",
            "go on after CREATE, ALTER and DROP at once, before the service has carried them out"),
    Setting("wait", ("--wait",), "SECONDS", parse_count, "300",
            "how long to wait until it has"),
)  # fmt: skip
"""Flags, variables, keys of cqlshrc and the README's table all follow from this."""


class Statements(NamedTuple):
    """What is in force for statements on Amazon Keyspaces."""

    no_wait: bool = False
    wait: int = 300
    """Seconds."""


def load(flags: Mapping[str, Any], variables: Mapping[str, str], section: Mapping[str, str]) -> Statements:
    """Read the settings: a flag beats a variable beats the section of cqlshrc; raises UsageError."""
    return Statements(**read_settings(SETTINGS, flags, variables, section))
