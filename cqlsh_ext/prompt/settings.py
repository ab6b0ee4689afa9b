"""What a user can set about the prompt, by flag, variable or cqlshrc."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple

from cqlsh_ext.setting import Setting, one_of, read_settings

TITLE = "prompt"


class Kind(str, Enum):
    """What reads statements on a terminal."""

    AUTO = "auto"
    """This prompt, where the terminal can do it."""
    READLINE = "readline"
    """What stock cqlsh reads them with."""


class Keys(str, Enum):
    """Whose keys edit."""

    AUTO = "auto"
    """Those that ~/.inputrc names; emacs where it names none."""
    EMACS = "emacs"
    VI = "vi"


SETTINGS = (
    Setting("prompt", ("--prompt",), "KIND", one_of(Kind), Kind.AUTO.value,
            "what reads statements on a terminal: auto (the prompt of cqlsh-ext), readline (that of cqlsh)"),
    Setting("keys", ("--keys",), "KIND", one_of(Keys), Keys.AUTO.value,
            "whose keys edit at the prompt: emacs, vi, auto (as ~/.inputrc says, else emacs)"),
)  # fmt: skip


class Prompting(NamedTuple):
    """What is set about the prompt."""

    prompt: Kind = Kind.AUTO
    keys: Keys = Keys.AUTO


def load(flags: Mapping[str, Any], variables: Mapping[str, str], section: Mapping[str, str]) -> Prompting:
    """Read the settings: a flag beats a variable beats the section of cqlshrc; raises UsageError."""
    return Prompting(**read_settings(SETTINGS, flags, variables, section))
