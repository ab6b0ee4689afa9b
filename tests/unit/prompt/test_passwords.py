"""Which statements may hold a password."""

import pytest

from cqlsh_ext.prompt.passwords import may_hold_password


@pytest.mark.parametrize(
    "text",
    [
        "CREATE ROLE r WITH PASSWORD = 'secret';",
        "create user u with password 'secret';",
        'ALTER ROLE r WITH PASSWORD = "secret";',
        "ALTER USER u WITH PASWORD 'secret';",
        "CREATE ROLE r WITH HASHED PASSWORD = $$x$$ AND LOGIN = true;",
        "ALTER ROLE r\nWITH\n  PASSWORD\n= 'secret';",
        "CREATE /* x */ ROLE r WITH /* ; */ PASSWORD = 'secret';",
        "ALTER ROLE r WITH OPTIONS = {'a': ';'} AND PASSWORD = 'secret';",
        "LOGIN bob 'secret'",
        "login/**/bob/**/'secret';",
        "USE shop; LOGIN bob 'secret'",
        "USE shop;\nLOGIN bob 'secret'",
        "INSERT INTO users (name, password) VALUES ('bob', 'secret');",
        "CREATE ROLE r WITH PASSWORD = secret;",
    ],
)
def test_it_may(text):
    assert may_hold_password(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM users;",
        "SELECT password FROM users;",
        "SELECT login FROM users WHERE id = 'x';",
        "LOGIN bob",
        "LOGIN bob;",
        "DROP ROLE r;",
        "CREATE TABLE roles (login text PRIMARY KEY, password_hash blob);",
        "LIST ROLES;",
        "CREATE ROLE r WITH LOGIN = true;",
    ],
)
def test_it_does_not(text):
    assert not may_hold_password(text)
