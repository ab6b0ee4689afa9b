"""Every codec writes the format that it names, and the code that is shown writes the same."""

import json

import cbor2
import msgpack
import pytest

from cqlsh_ext.advise.code import code_of
from cqlsh_ext.advise.codecs import CODECS, FAMILIES
from cqlsh_ext.advise.dictionary import gain_of, train
from cqlsh_ext.advise.trial import Trial, trials
from cqlsh_ext.decoding import decode
from cqlsh_ext.dictionaries import Dictionaries, Dictionary
from cqlsh_ext.formats import BY_NAME

DOCUMENT = {"site": "Rotterdam", "device": "pump-17", "readings": [{"at": n, "bar": 1.5} for n in range(40)]}
PLAIN = json.dumps(DOCUMENT).encode()
SIMILAR = [json.dumps({"id": n, "site": f"site {n % 7}", "kind": "pump", "alarms": []}).encode() for n in range(400)]
DICTIONARY = train(SIMILAR[:200])
WRITERS = {"cbor": cbor2.loads, "msgpack": msgpack.loads}


def formats(stored, dictionary=None):
    decoded = decode(stored, dictionaries=Dictionaries([Dictionary(dictionary, "d")]) if dictionary else None)
    return [layer.format for layer in decoded.layers], decoded.plain


@pytest.mark.parametrize("codec", CODECS, ids=lambda codec: codec.name)
def test_what_a_codec_writes_is_of_its_format_and_comes_back(codec):
    coder = codec.coder()
    stored = coder.compress(PLAIN)
    assert len(stored) < len(PLAIN)
    assert bytes(coder.decompress(stored)) == PLAIN
    assert formats(stored) == ([codec.format], PLAIN)


def test_formats_are_those_that_are_recognised():
    assert {family.format for family in FAMILIES.values()} <= set(BY_NAME)


@pytest.mark.parametrize("trial", trials(("",), ("",)), ids=lambda trial: trial.name)
def test_the_python_code_writes_what_was_tried(trial):
    dictionary = DICTIONARY if trial.with_dictionary else b""
    names = {"plain": PLAIN, "dictionary": dictionary}
    exec("\n".join(code_of(trial).python), names)  # noqa: S102 - it is our own
    assert formats(names["stored"], dictionary) == ([trial.codec.format], PLAIN)
    assert bytes(trial.codec.coder(dictionary).decompress(names["stored"])) == PLAIN
    assert len(names["stored"]) == len(trial.codec.coder(dictionary).compress(PLAIN))


@pytest.mark.parametrize("form", WRITERS)
def test_the_python_code_recodes_json(form):
    names = {"plain": PLAIN}
    exec("\n".join(code_of(Trial(CODECS[2], form)).python), names)  # noqa: S102 - it is our own
    ((written,), plain) = formats(names["stored"])
    assert written == "zstd"
    assert WRITERS[form](plain) == DOCUMENT


def test_a_dictionary_gains_on_values_that_it_has_not_seen():
    gain = gain_of(DICTIONARY, SIMILAR[200:])
    assert gain.values == 200
    assert gain.plain == sum(map(len, SIMILAR[200:]))
    assert gain.stored < gain.without / 2


@pytest.mark.parametrize("values", [[], [b""] * 9, [b"a"] * 9, [b"ab" * 40] * 3])
def test_too_little_makes_no_dictionary(values):
    assert train(values) is None
