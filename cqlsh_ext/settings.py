"""What a user can set: by flag, variable or cqlshrc, and with commands at run time."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from cqlsh_ext.codec import AUTO, OFF
from cqlsh_ext.dictionaries import Dictionaries, Dictionary
from cqlsh_ext.dictionary_files import read_dictionary, read_zstd_dictionaries
from cqlsh_ext.errors import UsageError
from cqlsh_ext.limits import Limits
from cqlsh_ext.setting import SECTION, Setting, one_of, parse_count, parse_switch, read_settings

PAGER = "less -SRFX"
TITLE = "what is shown of blobs, and how results are written"


class Tags(str, Enum):
    """When a decoded cell bears the names of its layers."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class Layout(str, Enum):
    """How results are written: two for people, as stock cqlsh draws them, and the others for programs."""

    TABLE = "table"
    VERTICAL = "vertical"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    MARKDOWN = "markdown"

    @property
    def is_for_programs(self) -> bool:
        """Whether nothing but data may go where results go."""
        return self not in (Layout.TABLE, Layout.VERTICAL)


class Column(NamedTuple):
    """The full name of a column, as the server spells it."""

    keyspace: str
    table: str
    name: str


def parse_codecs(text: str) -> tuple[str, ...]:
    """Split `gzip, zstd` into names; raises UsageError for one that is unknown."""
    names = tuple(part.strip().lower() for part in text.split(","))
    if names in ((AUTO,), (OFF,)):
        return names
    from cqlsh_ext.decoding import check_codecs  # noqa: PLC0415 - the shell starts without any codec

    return check_codecs(names)


def parse_pager(text: str) -> str:
    """Read a command line, `off`, or `on` for the default."""
    return {OFF: OFF, "on": PAGER}.get(text.lower(), text)


def parse_dictionaries(text: str) -> Dictionaries:
    """Read the Zstandard dictionary in a file, or those in a folder; raises UsageError."""
    return Dictionaries(read_zstd_dictionaries(text) if text else ())


COLUMN_KEYS: Mapping[str, Callable[[str], Any]] = {"decompress": parse_codecs, "dictionary": read_dictionary}
"""In cqlshrc, `decompress.keyspace.table.column = codec` and `dictionary.keyspace.table.column = file` are for one."""


SETTINGS = (
    Setting("decompress", ("-d", "--decompress", "--decompression"), "CODEC", parse_codecs, AUTO,
            "how blobs are decoded: auto, off, or names of formats in the order to try"),
    Setting("tags", ("--tags",), "WHEN", one_of(Tags), Tags.AUTO.value,
            "name the layers in front of a decoded cell: auto (on a terminal), on, off"),
    Setting("cell_width", ("--cell-width",), "COLUMNS", parse_count, "500",
            "columns after which a decoded cell is cut on a terminal"),
    Setting("max_output", ("--max-output",), "BYTES", parse_count, str(Limits().output),
            "bytes that one layer of a value may give"),
    Setting("max_layers", ("--max-layers",), "N", parse_count, "5", "layers that are peeled from one value"),
    Setting("max_members", ("--max-members",), "N", parse_count, "1000",
            "members, frames, streams or chunks in one layer"),
    Setting("zstd_dict", ("--zstd-dict",), "FILE|FOLDER", parse_dictionaries, "",
            "a Zstandard dictionary, or a folder of them"),
    Setting("format", ("--format",), "FORMAT", one_of(Layout), Layout.TABLE.value,
            f"how results are written: {', '.join(each.value for each in Layout)}"),
    Setting("with_codec", ("--with-codec",), "", parse_switch, OFF,
            "in JSON, say beside a decoded value how it was decoded"),
    Setting("pager", ("--pager",), "COMMAND", parse_pager, PAGER, "what long results at the prompt go through, or off"),
    Setting("timing", ("--timing",), "", parse_switch, OFF, "tell how long each statement took"),
    Setting("confirm", ("--confirm",), "WHEN", parse_switch, "on",
            "ask before DROP, TRUNCATE and DELETE without a full key at the prompt: on, off"),
    Setting("concurrency", ("--concurrency",), "N", parse_count, "1",
            "how many writes of a script that do not depend on each other are in flight together"),
)  # fmt: skip
"""Flags, variables, keys of cqlshrc and the README's table all follow from this."""


@dataclass
class Settings:
    """What is in force; SOURCE'd files and the shell that reads them share one."""

    decompress: tuple[str, ...] = (AUTO,)
    tags: Tags = Tags.AUTO
    cell_width: int = 500
    limits: Limits = field(default_factory=Limits)
    columns: dict[Column, tuple[str, ...]] = field(default_factory=dict)
    dictionaries: Dictionaries = field(default_factory=Dictionaries)
    column_dictionaries: dict[Column, Dictionary] = field(default_factory=dict)
    layout: Layout = Layout.TABLE
    with_codec: bool = False
    pager: str = PAGER
    timing: bool = False
    confirm: bool = True
    concurrency: int = 1

    def codecs_for(self, column: Column | None) -> tuple[str, ...]:
        """Return the codecs for one column, its own if it has an override."""
        return self.columns.get(column, self.decompress) if column else self.decompress

    def dictionaries_for(self, column: Column | None) -> Dictionaries | None:
        """Return the dictionaries at hand for one column, its own included; None where there are none."""
        own = self.column_dictionaries.get(column) if column else None
        return self.dictionaries.with_own(own) if own else self.dictionaries or None

    def set_dictionary(self, column: Column, dictionary: Dictionary) -> None:
        """Give one column a dictionary of its own, which is then at hand for all; raises UsageError."""
        self.dictionaries.add([dictionary])
        self.column_dictionaries[column] = dictionary


def load(
    flags: Mapping[str, Any],
    variables: Mapping[str, str],
    section: Mapping[str, str],
    others: Iterable[Setting] = (),
) -> Settings:
    """Read the settings; raises UsageError, also for keys in the section that neither these nor the others have."""
    values = read_settings(SETTINGS, flags, variables, section)
    columns = _read_columns(section, {each.name for each in (*SETTINGS, *others)})
    settings = Settings(
        decompress=values["decompress"],
        tags=values["tags"],
        cell_width=values["cell_width"],
        limits=Limits(values["max_output"], values["max_layers"], values["max_members"]),
        columns=columns["decompress"],
        dictionaries=values["zstd_dict"],
        layout=values["format"],
        with_codec=values["with_codec"],
        pager=values["pager"],
        timing=values["timing"],
        confirm=values["confirm"],
        concurrency=values["concurrency"],
    )
    for column, dictionary in columns["dictionary"].items():
        settings.set_dictionary(column, dictionary)
    return settings


def _read_columns(section: Mapping[str, str], known: set[str]) -> dict[str, dict[Column, Any]]:
    """Read the keys that are for one column each, by their first word."""
    columns: dict[str, dict[Column, Any]] = {word: {} for word in COLUMN_KEYS}
    for key, text in section.items():
        if key in known:
            continue
        word, *column = key.split(".")
        if word not in COLUMN_KEYS or len(column) != len(Column._fields):
            raise UsageError(
                f"{key} in [{SECTION}] of cqlshrc: unknown setting; choose from {', '.join(sorted(known))}"
                f" or {' or '.join(f'{each}.keyspace.table.column' for each in COLUMN_KEYS)}"
            )
        try:
            columns[word][Column(*column)] = COLUMN_KEYS[word](text)
        except UsageError as error:
            raise UsageError(f"{key} in [{SECTION}] of cqlshrc: {error}") from None
    return columns
