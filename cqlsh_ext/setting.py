"""What a setting is: by flag, by variable or in cqlshrc, and which of them beats which."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from cqlsh_ext.errors import UsageError

SECTION = "cqlsh-ext"
"""The section of cqlshrc."""
Choice = TypeVar("Choice", bound=Enum)


class Setting(NamedTuple):
    """One setting: its name in cqlshrc, its flags, and how its text is read; without `metavar` a flag means `on`."""

    name: str
    flags: tuple[str, ...]
    metavar: str
    parse: Callable[[str], Any]
    default: str
    help: str

    @property
    def flag(self) -> str:
        """The flag that it goes by."""
        return next(flag for flag in self.flags if flag.startswith("--"))

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"CQLSH_EXT_{self.name.upper()}"


def one_of(choices: type[Choice]) -> Callable[[str], Choice]:
    """Return what reads one of several words; that raises UsageError."""

    def parse(text: str) -> Choice:
        try:
            return choices(text.lower())
        except ValueError:
            raise UsageError(f"{text!r} is not one of {', '.join(each.value for each in choices)}") from None

    return parse


def parse_switch(text: str) -> bool:
    """Read on or off; raises UsageError."""
    if text.lower() not in {"on", "off", "true", "false"}:
        raise UsageError(f"{text!r} is not on or off")
    return text.lower() in {"on", "true"}


def parse_count(text: str) -> int:
    """Read a whole number of at least 1; raises UsageError."""
    if not text.isascii() or not text.isdigit() or not int(text):
        raise UsageError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def add_flags(parser: argparse.ArgumentParser, title: str, settings: Iterable[Setting]) -> None:
    """Give `parser` the flags of settings, under a title."""
    group = parser.add_argument_group(title)
    for setting in settings:
        switch = {"action": "store_const", "const": "on"}
        value: dict[str, Any] = {"metavar": setting.metavar} if setting.metavar else switch
        group.add_argument(*setting.flags, help=f"{setting.help} (default: {setting.default or 'none'})", **value)


def read_settings(
    settings: Iterable[Setting],
    flags: Mapping[str, Any],
    variables: Mapping[str, str],
    section: Mapping[str, str],
) -> dict[str, Any]:
    """Return settings by name: a flag beats a variable beats the section of cqlshrc; raises UsageError."""
    return {setting.name: _read(setting, flags, variables, section) for setting in settings}


def _read(setting: Setting, flags: Mapping[str, Any], variables: Mapping[str, str], section: Mapping[str, str]) -> Any:
    sources = (
        (setting.flag, flags.get(setting.name)),
        (setting.variable, variables.get(setting.variable)),
        (f"{setting.name} in [{SECTION}] of cqlshrc", section.get(setting.name)),
    )
    for source, text in sources:
        if text:
            try:
                return setting.parse(text)
            except UsageError as error:
                raise UsageError(f"{source}: {error}") from None
    return setting.parse(setting.default)
