"""The annotated hexdump: the bytes of each field beside its name, and what lies between counted."""

from cqlsh_ext.formats.format import Field
from cqlsh_ext.render.hexdump import hexdump


def dump(stored, *fields):
    return list(hexdump(stored, fields, lambda style, text: f"<{style}>{text}"))


def test_fields_and_gaps():
    stored = bytes(range(40))
    assert dump(stored, Field("late", 7, 4, 2), Field("magic", "00 01", 0, 2), Field("derived", 3)) == [
        "00000000  <field>00 01                                            magic: 00 01",
        "00000002  …                                                2 bytes",
        "00000004  <other field>04 05                                            late: 7",
        "00000006  …                                                34 bytes",
    ]


def test_a_long_field_takes_several_rows_and_a_cut_one_ends_with_the_value():
    rows = dump(bytes(20), Field("name", "x", 1, 40))
    assert rows[1].endswith("name: x")
    assert [row.count("00") - row[:8].count("00") for row in rows] == [0, 16, 3]


def test_values_are_safe_on_a_terminal():
    [row] = dump(b"ab", Field("name", "\x1b[2J", 0, 2))
    assert row.endswith(r"name: \x1b[2J")
