"""Options with dashes in the place of hyphens."""

import argparse

import pytest

from cqlsh_ext.dashes import is_dashed, mend


@pytest.fixture
def parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ssl", action="store_true")
    parser.add_argument("-u", "--username")
    parser.add_argument("-p", "--password")
    parser.add_argument("-e", "--execute")
    return parser


@pytest.mark.parametrize(
    ("argument", "mended"),
    [
        ("–ssl", "--ssl"),
        ("—ssl", "--ssl"),
        ("––ssl", "--ssl"),
        ("–user", "--user"),
        ("–username=ann", "--username=ann"),
        ("–u", "-u"),
        ("—uann", "-uann"),
        ("–nothing", "-nothing"),
    ],
)
def test_a_dash_before_a_letter_is_mended_and_told(argument, mended, parser, capsys):
    assert is_dashed(argument)
    assert mend(["host", argument], parser) == ["host", mended]
    assert f"is read as {mended[:2]}" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["–", "–1", "host–ssl", "--ssl", "-u", "", "‐ssl"])
def test_nothing_else_is(argument, parser, capsys):
    assert not is_dashed(argument)
    assert mend([argument], parser) == [argument]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "mended"),
    [
        (["-p", "–ssl", "–ssl"], ["-p", "–ssl", "--ssl"]),
        (["–p", "–ssl", "–u", "—u"], ["-p", "–ssl", "-u", "—u"]),
        (["–execute", "–e", "--password=–p"], ["--execute", "–e", "--password=–p"]),
    ],
)
def test_values_are_left_alone(arguments, mended, parser):
    assert mend(arguments, parser) == mended


def test_a_value_is_not_told(parser, capsys):
    mend(["–psecret", "–password=secret"], parser)
    assert "secret" not in capsys.readouterr().err
