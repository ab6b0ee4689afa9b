"""Names of endpoints: Amazon Keyspaces in all its forms, and names that only look like it."""

import pytest

from cqlsh_ext.connect.endpoint import Endpoint, find_endpoint, find_region

ENDPOINTS = {
    "cassandra.us-east-1.amazonaws.com": "us-east-1",
    "cassandra.ap-northeast-1.amazonaws.com": "ap-northeast-1",
    "Cassandra.EU-West-1.AmazonAWS.com": "eu-west-1",
    "cassandra.us-east-1.amazonaws.com.": "us-east-1",
    "cassandra.eu-central-1.api.aws": "eu-central-1",
    "cassandra-fips.us-west-2.amazonaws.com": "us-west-2",
    "cassandra-fips.us-east-1.api.aws": "us-east-1",
    "cassandra.us-gov-west-1.amazonaws.com": "us-gov-west-1",
    "cassandra.us-gov-east-1.api.aws": "us-gov-east-1",
    "cassandra.cn-north-1.amazonaws.com.cn": "cn-north-1",
    "cassandra.cn-northwest-1.amazonaws.com.cn": "cn-northwest-1",
    "vpce-0a1b2c3d4e5f-abcdefgh.cassandra.us-east-1.vpce.amazonaws.com": "us-east-1",
    "vpce-0a1b2c3d4e5f-abcdefgh-us-east-1a.cassandra.us-east-1.vpce.amazonaws.com": "us-east-1",
    "vpce-0a1b.cassandra.cn-north-1.vpce.amazonaws.com.cn": "cn-north-1",
}
OTHERS = [
    "127.0.0.1",
    "::1",
    "localhost",
    "",
    ".",
    "cassandra.example.com",
    "cassandra.us-east-1.amazonaws.com.example.com",
    "cassandra.us-east-1.amazonaws.community",
    "cassandra.us-east-1.amazonaws.com\n",
    "evil-cassandra.us-east-1.amazonaws.com",
    "x.cassandra.us-east-1.amazonaws.com",
    "cassandra.us-east-1.evil.amazonaws.com",
    "cassandra..amazonaws.com",
    "cassandraXus-east-1.amazonaws.com",
    "dynamodb.us-east-1.amazonaws.com",
    "cassandra.us-east-1.vpce.amazonaws.com",
    "vpce-0a1b.cassandra.us-east-1.vpce.amazonaws.com.evil.org",
]


@pytest.mark.parametrize(("host", "region"), ENDPOINTS.items())
def test_an_endpoint_of_keyspaces(host, region):
    assert find_endpoint(host, None) == Endpoint(host, 9142, keyspaces=True, region=region)


@pytest.mark.parametrize("host", OTHERS)
def test_another_host(host):
    assert find_region(host) is None
    assert find_endpoint(host, None) == Endpoint(host, 9042, keyspaces=False, region=None)


def test_a_port_of_the_users():
    assert find_endpoint("cassandra.us-east-1.amazonaws.com", 9143).port == 9143
    assert find_endpoint("127.0.0.1", 9043).port == 9043


def test_any_host_can_be_said_to_be_keyspaces():
    assert find_endpoint("127.0.0.1", None, aws=True) == Endpoint("127.0.0.1", 9142, keyspaces=True, region=None)
