"""Credentials that change during a session: each login is signed with one generation, and the newest."""

import json
import threading
import time
from datetime import timedelta

import pytest
from keyspaces import AccessKey
from keyspaces.sigv4 import verify

from cqlsh_ext.connect.identity import Identity
from cqlsh_ext.connect.sigv4 import SigV4AuthProvider

GENERATIONS = 10_000


@pytest.fixture
def generations(service, aws, monkeypatch):
    """Let a container give other credentials at each request, all of which expire within minutes."""
    count = iter(range(GENERATIONS))

    def answer():
        number = next(count)
        key = AccessKey(f"ASIA{number:016}", f"secret/{number}", f"token={number}")
        service.accounts.keys[key.id] = key
        expiry = service.accounts.now() + timedelta(minutes=5)
        keys = {"AccessKeyId": key.id, "SecretAccessKey": key.secret, "Token": key.token}
        return 200, json.dumps({**keys, "Expiration": expiry.strftime("%Y-%m-%dT%H:%M:%SZ")})

    monkeypatch.setattr(aws, "do_Container", answer)
    return {"AWS_CONTAINER_CREDENTIALS_FULL_URI": f"{aws.url}/container"}


def test_workers_find_credentials_of_their_own(user, service, generations, session, keyspace):
    session.execute(f"CREATE TABLE {keyspace}.many (id int PRIMARY KEY)")
    for number in range(100):
        session.execute(f"INSERT INTO {keyspace}.many (id) VALUES ({number})")
    copy = f"COPY {keyspace}.many TO 'out.csv' WITH NUMPROCESSES=8; COPY {keyspace}.many FROM 'out.csv'"
    done = user.run(*user.tunnel, "-e", copy, env=generations)
    assert (done.code, done.stderr) == (0, b""), done
    clients = [client for client in service.clients if client.mechanism]
    assert {client.refusal for client in clients} == {None}
    assert len({client.key_id for client in clients}) == len(clients) > 16


def test_many_threads_never_mix_two_generations(generations, service, monkeypatch):
    """The provider is asked from many threads, as the driver does, while every request gives new credentials."""
    for name, text in {**generations, "AWS_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, text)
    provider = SigV4AuthProvider(Identity("us-east-1"))
    nonce = "91703fdc2ef562e19fbdab0f58e42fe5"
    used = []

    def log_in():
        for _ in range(50):
            answer = provider.new_authenticator("host").evaluate_challenge(f"nonce={nonce}".encode())
            used.append(verify(answer.encode(), nonce, service.accounts.keys, "us-east-1", service.accounts.now()))

    threads = [threading.Thread(target=log_in) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(used) == 400
    assert len({key.id for key in used}) > 300


def test_keys_in_a_file_that_are_replaced_hold_at_the_next_login(user, service):
    first, second = (AccessKey(f"AKIA{name}", f"secret of {name}") for name in ("FIRST", "SECOND"))
    service.accounts.keys = {first.id: first}
    write_keys(user, first)
    with user.programs.terminal("cqlsh-ext", *user.tunnel, "--heartbeat", "1", env=user.variables) as terminal:
        terminal.until("cqlsh> ")
        service.accounts.keys = {second.id: second}
        write_keys(user, second)
        service.drop_connections()
        known = len(service.clients)
        while not any(client.mechanism for client in service.clients[known:]):
            time.sleep(0.1)
        time.sleep(0.5)
    assert {(client.key_id, client.refusal) for client in service.clients[known:]} == {(second.id, None)}


def write_keys(user, key):
    user.write(".aws/credentials", f"[default]\naws_access_key_id = {key.id}\naws_secret_access_key = {key.secret}\n")
