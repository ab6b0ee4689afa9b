"""What this shell has beyond cqlsh's: one file a command, word, grammar, help, completion and run together."""

from cqlsh_ext.commands.advise import ADVISE
from cqlsh_ext.commands.command import Command
from cqlsh_ext.commands.decompress import DECOMPRESS
from cqlsh_ext.commands.dictionaries import DICTIONARIES
from cqlsh_ext.commands.dictionary import DICTIONARY
from cqlsh_ext.commands.extract import EXTRACT
from cqlsh_ext.commands.format import FORMAT
from cqlsh_ext.commands.inspect import INSPECT
from cqlsh_ext.commands.pager import PAGER_COMMAND
from cqlsh_ext.commands.ratio import RATIO
from cqlsh_ext.commands.timing import TIMING
from cqlsh_ext.commands.watch import WATCH

COMMANDS: tuple[Command, ...] = (
    ADVISE,
    DECOMPRESS,
    EXTRACT,
    FORMAT,
    INSPECT,
    RATIO,
    DICTIONARY,
    DICTIONARIES,
    PAGER_COMMAND,
    TIMING,
    WATCH,
)
