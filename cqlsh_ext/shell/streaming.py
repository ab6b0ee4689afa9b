"""Results as text for other programs: page by page, in UTF-8, flushed so that a reader sees each page at once."""

from typing import Any

from cqlsh_ext.output import OUTPUTS, ResultColumn, Style
from cqlsh_ext.shell.paging import Listed, PageAhead

ENCODING = "utf-8"


def write_pages(shell: Any, pages: PageAhead | Listed, table_meta: Any) -> int:
    """Write all pages in the layout in force; return how many rows that were."""
    out = shell.query_out
    if not out.isatty() and out.encoding.lower() != ENCODING:
        out.reconfigure(encoding=ENCODING)
    names = pages.column_names
    columns = [
        ResultColumn(name, kind, shell.cells.decoder(place), place.opens_text)
        for name, kind in zip(names, pages.column_types, strict=True)
        for place in [shell.place(name, table_meta)]
    ]
    output = OUTPUTS[shell.layout](columns, Style(out.isatty(), shell.cells.settings.with_codec))
    out.write(output.begin())
    count = 0
    while True:
        rows = pages.current_rows
        out.writelines(output.rows(rows))
        count += len(rows)
        if not pages.has_more_pages:
            break
        out.flush()
        pages.fetch_next_page()
    out.write(output.end())
    return count
