"""Settings of connections: what is read, and what is refused."""

import pytest

from cqlsh_ext import settings
from cqlsh_ext.connect.settings import SETTINGS, Connecting, load
from cqlsh_ext.errors import UsageError


def test_nothing_said():
    assert load({}, {}, {}) == Connecting()


def test_a_flag_beats_a_variable_beats_cqlshrc():
    section = {"region": "eu-west-1", "profile": "p", "aws": "true"}
    assert load({}, {}, section) == Connecting(aws=True, region="eu-west-1", profile="p")
    variables = {"CQLSH_EXT_REGION": "EU-West-2", "CQLSH_EXT_AWS": "off"}
    assert load({}, variables, section) == Connecting(aws=False, region="eu-west-2", profile="p")
    assert load({"region": "eu-west-3", "aws": "on"}, variables, section).region == "eu-west-3"


def test_levels_and_seconds():
    given = {"consistency_level": "each_quorum", "serial_consistency_level": "serial", "heartbeat": "7"}
    expected = Connecting(consistency_level="EACH_QUORUM", serial_consistency_level="SERIAL", heartbeat=7)
    assert load({}, {}, given) == expected


@pytest.mark.parametrize(
    ("key", "text", "reason"),
    [
        ("aws", "maybe", "'maybe' is not on or off"),
        ("region", "us east", "'us east' is not the name of an AWS region"),
        ("consistency_level", "MOST", "'MOST' is not one of ANY, ONE,"),
        ("serial_consistency_level", "ONE", "'ONE' is not one of SERIAL, LOCAL_SERIAL"),
        ("heartbeat", "0", "'0' is not a whole number of at least 1"),
    ],
)
def test_what_makes_no_sense(key, text, reason):
    with pytest.raises(UsageError, match=f"{key} in \\[cqlsh-ext\\] of cqlshrc: {reason}"):
        load({}, {}, {key: text})


def test_keys_of_connections_are_known_where_those_of_decoding_are_read():
    assert settings.load({}, {}, {"region": "eu-west-1"}, SETTINGS).columns == {}
    with pytest.raises(UsageError, match=r"regoin in .* of cqlshrc: unknown setting; choose from aws, "):
        settings.load({}, {}, {"regoin": "eu-west-1"}, SETTINGS)
