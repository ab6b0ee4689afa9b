"""Base64 text."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cqlsh_ext.errors import Refused
from cqlsh_ext.formats.base64 import BASE64
from cqlsh_ext.limits import Limits

LIMITS = Limits()


@given(plain=st.binary(min_size=1, max_size=200))
def test_every_way_to_write_it_opens(plain):
    standard, urlsafe = base64.b64encode(plain), base64.urlsafe_b64encode(plain)
    lines = b"\r\n".join(standard[at : at + 76] for at in range(0, len(standard), 76))
    for text in (standard, urlsafe, base64.encodebytes(plain), lines, standard.rstrip(b"="), urlsafe.rstrip(b"=")):
        assert BASE64.may_be(text)
        assert BASE64.open(text, LIMITS).plain == plain


@pytest.mark.parametrize(
    "text",
    [b"", b"====", b"\n", b"aGVsbG8==", b"a", b"aaaaa", b"aGVs bG8=", b"aGVs=bG8", b"a+b/c-d_", b"aGVsbG9=", b"{}"],
)
def test_what_no_encoder_writes_is_refused(text):
    with pytest.raises(Refused):
        BASE64.open(text, LIMITS)


@pytest.mark.parametrize(("text", "alphabet"), [(b"aGVs", "either"), (b"+/==", "standard"), (b"-_==", "URL-safe")])
def test_the_header_tells_the_alphabet(text, alphabet):
    told = {field.name: field.value for field in BASE64.read_header(text + b"\n", (0,))}
    assert told == {"alphabet": alphabet, "padding": text.count(b"="), "lines": 1}
