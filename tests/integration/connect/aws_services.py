"""Services of AWS as far as logins need them: STS, Secrets Manager, SSO, and those of instances and containers."""

import json
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

from keyspaces import KEY, PASSWORD, USER

ROLE_KEY = "ASIAROLEEXAMPLE"
SECRET = {"username": USER, "password": PASSWORD}


@dataclass
class Asked:
    """What somebody asked a service for."""

    operation: str
    parameters: dict
    access_key: str | None
    region: str | None


@dataclass
class AwsServices:
    """All services at one URL; a context manager that serves while entered."""

    answers: dict = field(default_factory=dict)
    """What an operation is to answer in the place of its usual answer: status and body, or a function that waits."""
    asked: list = field(default_factory=list)
    secret: object = field(default_factory=lambda: json.dumps(SECRET))
    token: str = "token/of+the=role"  # noqa: S105 - of nobody
    lifetime: timedelta = timedelta(hours=1)

    def __enter__(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"services": self}))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def variables(self):
        """Return the variables that lead botocore here."""
        names = ("STS", "SECRETS_MANAGER", "SSO", "SSO_OIDC")
        return {f"AWS_ENDPOINT_URL_{name}": self.url for name in names}

    def operations(self):
        """Return the names of what was asked for, in order."""
        return [asked.operation for asked in self.asked]

    def refuse(self, operation, code, message="because", status=400):
        """Let an operation answer with an error."""
        xml = f"<ErrorResponse><Error><Code>{code}</Code><Message>{message}</Message></Error></ErrorResponse>"
        as_json = json.dumps({"__type": code, "message": message})
        self.answers[operation] = (status, xml if operation.startswith("AssumeRole") else as_json)

    def hang(self, operation):
        """Let an operation answer too late."""
        self.answers[operation] = lambda: time.sleep(30)

    def expiry(self):
        return (datetime.now(timezone.utc) + self.lifetime).strftime("%Y-%m-%dT%H:%M:%SZ")

    def answer(self, asked):
        """Return status and body."""
        self.asked.append(asked)
        answer = self.answers.get(asked.operation) or getattr(self, f"do_{asked.operation}", lambda: (404, ""))()
        return (500, str(answer())) if callable(answer) else answer

    def do_AssumeRole(self, operation="AssumeRole"):  # noqa: N802 - AWS's names
        credentials = {
            "AccessKeyId": ROLE_KEY,
            "SecretAccessKey": KEY.secret,
            "SessionToken": self.token,
            "Expiration": self.expiry(),
        }
        fields = "".join(f"<{name}>{content}</{name}>" for name, content in credentials.items())
        credentials = f"<{operation}Result><Credentials>{fields}</Credentials></{operation}Result>"
        return 200, f"<{operation}Response>{credentials}</{operation}Response>"

    def do_AssumeRoleWithWebIdentity(self):  # noqa: N802
        return self.do_AssumeRole("AssumeRoleWithWebIdentity")

    def do_GetSecretValue(self):  # noqa: N802
        return 200, json.dumps({"Name": "login", "SecretString": self.secret})

    def do_GetRoleCredentials(self):  # noqa: N802
        expiry = int((datetime.now(timezone.utc) + self.lifetime).timestamp() * 1000)
        keys = {"accessKeyId": ROLE_KEY, "secretAccessKey": KEY.secret, "sessionToken": self.token}
        return 200, json.dumps({"roleCredentials": {**keys, "expiration": expiry}})

    def do_Container(self):  # noqa: N802
        keys = {"AccessKeyId": ROLE_KEY, "SecretAccessKey": KEY.secret, "Token": self.token}
        return 200, json.dumps({**keys, "Expiration": self.expiry()})

    def do_InstanceToken(self):  # noqa: N802
        return 200, "token-of-the-instance"

    def do_InstanceRole(self):  # noqa: N802
        return 200, "role-of-the-instance"

    def do_InstanceCredentials(self):  # noqa: N802
        keys = {"AccessKeyId": ROLE_KEY, "SecretAccessKey": KEY.secret, "Token": self.token}
        return 200, json.dumps({**keys, "Code": "Success", "Type": "AWS-HMAC", "Expiration": self.expiry()})


PATHS = {
    "/federation/credentials": "GetRoleCredentials",
    "/token": "CreateToken",
    "/container": "Container",
    "/latest/api/token": "InstanceToken",
    "/latest/meta-data/iam/security-credentials/": "InstanceRole",
    "/latest/meta-data/iam/security-credentials/role-of-the-instance": "InstanceCredentials",
}


class Handler(BaseHTTPRequestHandler):
    """Finds out what is asked for."""

    def respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        found = re.search(r"Credential=([^/]*)/[^/]*/([^/]*)/", self.headers.get("Authorization") or "")
        operation, parameters = self.read(body)
        asked = Asked(operation, parameters, found and found[1], found and found[2])
        status, text = self.services.answer(asked)
        self.send_response(status)
        if operation == "InstanceToken":
            self.send_header("x-aws-ec2-metadata-token-ttl-seconds", "21600")
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = do_PUT = respond  # noqa: N815

    def read(self, body):
        """Return operation and parameters, as the protocol of the service has them."""
        if target := self.headers.get("X-Amz-Target"):
            return target.rpartition(".")[2], json.loads(body)
        path = self.path.partition("?")[0]
        if path in PATHS:
            return PATHS[path], {}
        form = {name: values[0] for name, values in parse_qs(body).items()}
        return form.get("Action", path), form

    def log_message(self, *_):
        """Keep quiet."""
