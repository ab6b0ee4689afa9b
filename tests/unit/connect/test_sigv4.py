"""Signatures of logins: the golden vector of AWS's plugins, every microsecond, and an independent verifier."""

import os
import pickle
import random
import re
from datetime import datetime, timedelta, timezone

import pytest
from botocore.credentials import ReadOnlyCredentials
from botocore.exceptions import NoCredentialsError, NoRegionError
from keyspaces import sigv4 as verifier

from cqlsh_ext.connect.identity import Identity, find_region
from cqlsh_ext.connect.sigv4 import SigV4Authenticator, SigV4AuthProvider, write_date

NONCE = b"91703fdc2ef562e19fbdab0f58e42fe5"
KEYS = ReadOnlyCredentials("UserID-1", "UserSecretKey-1", None)
GOLDEN = "7f3691c18a81b8ce7457699effbfae5b09b4e0714ab38c1292dbdf082c9ddd87"
NOON = datetime(2026, 2, 28, 23, 59, 59, tzinfo=timezone.utc)
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture
def no_aws(monkeypatch, tmp_path):
    """Take everything away that AWS's default chain could find."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return monkeypatch


def fields(answer):
    return dict(part.split("=", 1) for part in answer.split(","))


def test_golden_vector():
    answer = SigV4Authenticator(KEYS, "us-west-2").sign(NONCE, datetime(2020, 6, 9, 22, 41, 51, tzinfo=timezone.utc))
    assert answer == f"signature={GOLDEN},access_key=UserID-1,amzdate=2020-06-09T22:41:51.000Z"


def test_a_date_has_three_digits_at_every_microsecond():
    for microsecond in range(1_000_000):
        assert write_date(NOON.replace(microsecond=microsecond)) == f"2026-02-28T23:59:59.{microsecond // 1000:03}Z"


def test_signatures_at_random_instants_verify():
    random.seed(4)
    keys = {
        f"ASIA{number}": verifier.AccessKey(f"ASIA{number}", f"secret/{number}=", f"a+token/{number}==")
        for number in range(100)
    }
    for _ in range(10_000):
        key = random.choice(list(keys.values()))
        moment = datetime(2020, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=random.randrange(10**15))
        nonce = random.randbytes(16).hex()
        own = ReadOnlyCredentials(key.id, key.secret, key.token)
        answer = SigV4Authenticator(own, "eu-west-1").sign(nonce.encode(), moment)
        assert verifier.verify(answer.encode(), nonce, keys, "eu-west-1", moment) == key


def test_a_challenge_is_answered_now():
    authenticator = SigV4Authenticator(KEYS, "us-west-2")
    assert authenticator.initial_response() == b"SigV4\0\0"
    before = datetime.now(timezone.utc)
    date = fields(authenticator.evaluate_challenge(b"nonce=" + NONCE + b",more=1"))["amzdate"]
    assert DATE.fullmatch(date)
    assert abs(datetime.strptime(date, "%Y-%m-%dT%H:%M:%S.%f%z") - before) < timedelta(seconds=10)


@pytest.mark.parametrize("challenge", [b"", b"nonce=", b"nonce=" + NONCE[:-1], b"nonce=" + NONCE + b"0", NONCE])
def test_a_challenge_without_a_proper_nonce(challenge):
    with pytest.raises(ValueError, match="no nonce of 32 characters"):
        SigV4Authenticator(KEYS, "us-west-2").evaluate_challenge(challenge)


def test_a_token_goes_along():
    own = ReadOnlyCredentials("ASIA1", "s", "a+b/c==")
    assert fields(SigV4Authenticator(own, "us-west-2").sign(NONCE, NOON))["session_token"] == own.token


def test_keys_of_the_environment(no_aws):
    no_aws.setenv("AWS_ACCESS_KEY_ID", "AKIA1")
    no_aws.setenv("AWS_SECRET_ACCESS_KEY", "s")
    provider = SigV4AuthProvider(Identity("US-East-1"))
    assert fields(provider.new_authenticator("host").sign(NONCE, NOON))["access_key"] == "AKIA1"
    no_aws.setenv("AWS_ACCESS_KEY_ID", "AKIA2")
    assert fields(provider.new_authenticator("host").sign(NONCE, NOON))["access_key"] == "AKIA2"


def test_a_region_is_lowered(no_aws):
    del no_aws
    own = {"access_key": KEYS.access_key, "secret_key": KEYS.secret_key}
    answers = {
        SigV4AuthProvider(Identity(region, **own)).new_authenticator("host").sign(NONCE, NOON)
        for region in ("us-west-2", "US-West-2")
    }
    assert len(answers) == 1


def test_nothing_found(no_aws):
    with pytest.raises(NoCredentialsError):
        SigV4AuthProvider(Identity("us-east-1")).new_authenticator("host")
    no_aws.setenv("AWS_ACCESS_KEY_ID", "AKIA1")
    no_aws.setenv("AWS_SECRET_ACCESS_KEY", "s")
    with pytest.raises(NoRegionError):
        SigV4AuthProvider(Identity()).new_authenticator("host")


def test_the_region_of_a_profile(no_aws, tmp_path):
    (tmp_path / "config").write_text(
        "[default]\nregion = eu-west-3\n[profile far]\nregion = AP-South-1\n"
        "aws_access_key_id = AKIA9\naws_secret_access_key = s\n"
    )
    del no_aws
    provider = SigV4AuthProvider(Identity(profile="far"))
    expected = SigV4Authenticator(ReadOnlyCredentials("AKIA9", "s", None), "ap-south-1")
    assert provider.new_authenticator("host").sign(NONCE, NOON) == expected.sign(NONCE, NOON)


def test_a_profile_beats_keys_of_the_environment(no_aws, tmp_path):
    (tmp_path / "credentials").write_text("[far]\naws_access_key_id = AKIA9\naws_secret_access_key = s\n")
    no_aws.setenv("AWS_ACCESS_KEY_ID", "AKIA1")
    no_aws.setenv("AWS_SECRET_ACCESS_KEY", "s")
    authenticator = SigV4AuthProvider(Identity("us-east-1", "far")).new_authenticator("host")
    assert fields(authenticator.sign(NONCE, NOON))["access_key"] == "AKIA9"


def test_a_provider_survives_pickling_without_what_it_found(no_aws):
    no_aws.setenv("AWS_ACCESS_KEY_ID", "AKIA1")
    no_aws.setenv("AWS_SECRET_ACCESS_KEY", "very secret")
    provider = SigV4AuthProvider(Identity("us-east-1"))
    provider.new_authenticator("host")
    packed = pickle.dumps(provider)
    assert b"very secret" not in packed
    assert pickle.loads(packed).account.identity == provider.account.identity  # noqa: S301


def test_a_secret_key_is_not_shown():
    assert "very" not in repr(Identity(**dict.fromkeys(("secret_key", "token"), "very secret")))


@pytest.mark.parametrize(
    ("chosen", "variables", "named", "region"),
    [
        ("a-1", {"AWS_REGION": "b-1", "AWS_DEFAULT_REGION": "c-1"}, "d-1", "a-1"),
        (None, {"AWS_REGION": "B-1", "AWS_DEFAULT_REGION": "c-1"}, "d-1", "b-1"),
        (None, {"AWS_REGION": "", "AWS_DEFAULT_REGION": "c-1"}, "d-1", "c-1"),
        (None, {}, "d-1", "d-1"),
        (None, {}, None, None),
    ],
)
def test_the_order_of_regions(chosen, variables, named, region):
    assert find_region(chosen, variables, named) == region
