"""What DESCRIBE statements ask for."""

import re

import pytest

from cqlsh_ext.describe.request import Request, parse, unquote
from cqlsh_ext.describe.version import knows_describe

REQUESTS = {
    "KEYSPACES": Request("keyspaces"),
    "tables": Request("tables"),
    "COLUMNFAMILIES": Request("tables"),
    "TYPES": Request("types"),
    "FUNCTIONS": Request("functions"),
    "AGGREGATES": Request("aggregates"),
    "CLUSTER": Request("cluster"),
    "SCHEMA": Request("schema"),
    "FULL SCHEMA": Request("schema", full=True),
    "KEYSPACE": Request("keyspace"),
    "KEYSPACE Shop": Request("keyspace", "shop"),
    'KEYSPACE "Shop"': Request("keyspace", "Shop"),
    "ONLY KEYSPACE": Request("keyspace", only=True),
    "ONLY KEYSPACE shop": Request("keyspace", "shop", only=True),
    "TABLE carts": Request("table", None, "carts"),
    "COLUMNFAMILY carts": Request("table", None, "carts"),
    "TABLE shop . carts": Request("table", "shop", "carts"),
    'TABLE "S ""x""" . "Carts"': Request("table", 'S "x"', "Carts"),
    "TABLE shop . carts WITH INTERNALS": Request("table", "shop", "carts", internals=True),
    "INDEX shop . i": Request("index", "shop", "i"),
    "MATERIALIZED VIEW v": Request("view", None, "v"),
    "MATERIALIZED VIEW shop . v": Request("view", "shop", "v"),
    "TYPE address": Request("type", None, "address"),
    "FUNCTION shop . plus": Request("function", "shop", "plus"),
    "AGGREGATE total": Request("aggregate", None, "total"),
    "carts": Request("object", None, "carts"),
    "shop . carts": Request("object", "shop", "carts"),
    "carts WITH INTERNALS": Request("object", None, "carts", internals=True),
    '"tables"': Request("object", None, "tables"),
    "type": Request("object", None, "type"),
    "type . address": Request("object", "type", "address"),
    "only": Request("object", None, "only"),
}


@pytest.mark.parametrize(("text", "request_"), REQUESTS.items())
def test_each_form(text, request_):
    words = re.findall(r'"(?:[^"]|"")*"|\S+', text)
    assert parse(words) == request_


def test_names_as_the_server_spells_them():
    assert [unquote(name) for name in ("Shop", '"Shop"', '"a ""b"""', '""')] == ["shop", "Shop", 'a "b"', ""]


@pytest.mark.parametrize("release", ["4.0", "4.0-beta1", "4.1.3", "5.0.8-SNAPSHOT", "10.0", "4"])
def test_servers_that_describe(release):
    assert knows_describe(release)


@pytest.mark.parametrize("release", ["3.11.2", "3.0.8", "2.2.19", "1.2", "", "unknown", "-4"])
def test_servers_that_do_not(release):
    assert not knows_describe(release)
