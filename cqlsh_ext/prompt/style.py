"""Colours of the prompt, all of the terminal's own sixteen, so that they suit its theme."""

from prompt_toolkit.styles import Style

STYLE = Style.from_dict(
    {
        "cql.keyword": "ansiblue bold",
        "cql.string": "ansigreen",
        "cql.name": "ansicyan",
        "cql.number": "ansimagenta",
        "cql.comment": "ansibrightblack",
        "cql.end": "bold",
        "cql.stray": "ansired reverse",
        "auto-suggestion": "ansibrightblack",
        "bottom-toolbar": "noreverse bg:ansibrightblack ansiwhite",
        "bottom-toolbar lost": "bg:ansired ansiwhite",
        "completion-menu.completion": "bg:ansibrightblack ansiwhite",
        "completion-menu.completion.current": "bg:ansicyan ansiblack",
        "completion-menu.meta.completion": "bg:ansibrightblack ansicyan",
        "completion-menu.meta.completion.current": "bg:ansicyan ansiblack",
        "scrollbar.background": "bg:ansibrightblack",
        "scrollbar.button": "bg:ansiwhite",
    }
)
PLAIN = Style.from_dict(
    {
        "bottom-toolbar": "reverse",
        "completion-menu.completion": "noreverse",
        "completion-menu.completion.current": "reverse",
        "completion-menu.meta.completion.current": "reverse",
        "cql.keyword": "bold",
    }
)
"""For a terminal that is to have no colours."""
