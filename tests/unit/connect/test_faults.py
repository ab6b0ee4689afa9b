"""Every row of the tables of faults, each met by an exception as it comes."""

import json
import socket

import pytest
from botocore import exceptions as boto
from cassandra import (
    AuthenticationFailed,
    DriverException,
    InvalidRequest,
    OperationTimedOut,
    Unauthorized,
)
from cassandra.cluster import NoHostAvailable
from cassandra.connection import ConnectionShutdown, ProtocolError, ProtocolVersionUnsupported
from cassandra.protocol import IsBootstrappingErrorMessage

from cqlsh_ext.connect.faults import explain
from cqlsh_ext.connect.faults.tables import FAULTS
from cqlsh_ext.errors import ConnectError

FACTS = {
    "host": "db.example.com",
    "port": 9142,
    "name": "cert.example.com",
    "remedy": "give --ssl",
    "signed": "us-east-1",
    "profile": "",
}


def refused(code, operation="AssumeRole", message="because"):
    return boto.ClientError({"Error": {"Code": code, "Message": message}}, operation)


def socket_error(number, text):
    """Return what the driver makes of the error of a socket."""
    return OSError(number, f"Tried connecting to [('10.0.0.1', 9142)]. Last error: {text}")


def tls(reason):
    return socket_error(1, f"[SSL: {reason} (_ssl.c:1006)")


def unverified(reason):
    return tls(f"CERTIFICATE_VERIFY_FAILED] certificate verify failed: {reason}")


def login(message):
    text = (
        f'Failed to authenticate to 10.0.0.1:9142: Error from server: code=0100 [Bad credentials] message="{message}"'
    )
    return AuthenticationFailed(text)


EXAMPLES = [
    (boto.NoCredentialsError(), "there are no AWS credentials: sign in with `aws sso login`"),
    (boto.PartialCredentialsError(provider="env", cred_var="AWS_SECRET_ACCESS_KEY"), "of the AWS credentials in env"),
    (boto.NoRegionError(), "the AWS region is not known: give --region"),
    (boto.InvalidRegionError(region_name="us east"), "us-east-1 is not the name of an AWS region"),
    (boto.ProfileNotFound(profile="far"), "there is no AWS profile far: check --profile"),
    (boto.ConfigParseError(path="/home/a/.aws/config"), "/home/a/.aws/config cannot be read as a configuration of AWS"),
    (boto.ConfigNotFound(path="/nowhere"), "the configuration of AWS /nowhere is not there"),
    (boto.SSOTokenLoadError(error_msg="x"), "you are not signed in to AWS, or no longer: sign in with `aws sso login`"),
    (boto.UnauthorizedSSOTokenError(), "you are not signed in to AWS, or no longer: sign in with `aws sso login`"),
    (boto.TokenRetrievalError(provider="sso", error_msg="x"), "you are no longer signed in to AWS: sign in"),
    (boto.NoAuthTokenError(), "you are not signed in to AWS: sign in with `aws sso login`"),
    (boto.LoginRefreshRequired(), "you are no longer signed in to AWS: sign in with `aws login`"),
    (refused("UnauthorizedException", "GetRoleCredentials"), "you are no longer signed in to AWS: sign in with"),
    (refused("ForbiddenException", "GetRoleCredentials"), "AWS SSO gives you no role of this profile"),
    (refused("IDPRejectedClaim", "AssumeRoleWithWebIdentity"), "AWS does not accept the web identity token"),
    (refused("AccessDenied"), "the role may not be assumed: have sts:AssumeRole allowed"),
    (refused("ValidationError"), "AWS does not accept what is asked of the role"),
    (boto.ParamValidationError(report="x"), "AWS cannot be asked like this"),
    (refused("ExpiredToken"), "the AWS credentials have expired"),
    (refused("SignatureDoesNotMatch", message="Signature not yet current"), "the clock of this machine is wrong"),
    (refused("InvalidClientTokenId"), "AWS does not know the access key"),
    (refused("SignatureDoesNotMatch"), "the secret access key does not belong to the access key"),
    (refused("ResourceNotFoundException", "GetSecretValue"), "there is no such secret in us-east-1"),
    (refused("AccessDeniedException", "GetSecretValue"), "the secret may not be read"),
    (refused("DecryptionFailure", "GetSecretValue"), "the secret cannot be decrypted"),
    (refused("InvalidRequestException", "GetSecretValue", "deleted"), "the secret cannot be read: deleted"),
    (refused("ThrottlingException"), "AWS is asked too often"),
    (refused("AccessDenied", "GetCallerIdentity"), "you may not do GetCallerIdentity in AWS"),
    (refused("InternalFailure"), "AWS does not do AssumeRole: An error occurred"),
    (boto.EndpointConnectionError(endpoint_url="https://a/"), "AWS cannot be reached at https://a/: check the network"),
    (boto.ConnectTimeoutError(endpoint_url="https://a/"), "AWS does not answer at https://a/: check the network"),
    (boto.ReadTimeoutError(endpoint_url="https://a/"), "AWS does not answer at https://a/: check the network"),
    (boto.ProxyConnectionError(proxy_url="http://p"), "the proxy cannot be reached: check HTTPS_PROXY"),
    (boto.SSLError(endpoint_url="https://a/", error="[SSL: x]"), "who answers at https://a/ cannot be verified"),
    (boto.InvalidIMDSEndpointError(endpoint="x"), "AWS_EC2_METADATA_SERVICE_ENDPOINT is not a URL"),
    (boto.MetadataRetrievalError(error_msg="x"), "the credentials of this container cannot be had"),
    (boto.CredentialRetrievalError(provider="custom-process", error_msg="x"), "the program or service that is to give"),
    (boto.InfiniteLoopConfigError(source_profile="a", visited_profiles=["a"]), "profiles of ~/.aws/config name one"),
    (boto.InvalidConfigError(error_msg="x"), "the configuration of AWS makes no sense: x"),
    (boto.UnknownCredentialError(name="x", known_names=[]), "the configuration of AWS makes no sense"),
    (boto.RefreshWithMFAUnsupportedError(), "the role wants a new code of your MFA device"),
    (boto.MissingDependencyException(msg="x"), "a package that these AWS credentials need is not installed"),
    (json.JSONDecodeError("x", "", 0), "the program that is to give AWS credentials gives no JSON"),
    (ValueError("Unsupported host 'example.com'."), "AWS_CONTAINER_CREDENTIALS_FULL_URI names a host"),
    (boto.BotoCoreError(), "AWS cannot be used: An unspecified error occurred"),
    (
        unverified("Hostname mismatch, certificate is not valid for"),
        "the certificate of db.example.com is not for cert.",
    ),
    (unverified("IP address mismatch, certificate is not valid"), "the certificate of db.example.com is not for cert."),
    (unverified("certificate has expired"), "the certificate of db.example.com has expired"),
    (unverified("certificate is not yet valid"), "the certificate of db.example.com is not valid yet"),
    (unverified("self-signed certificate"), "the certificate of db.example.com is of an authority that is not trusted"),
    (
        unverified("self signed certificate in certificate chain"),
        "the certificate of db.example.com is of an authority",
    ),
    (unverified("unable to get local issuer certificate"), "the certificate of db.example.com is of an authority"),
    (unverified("unsuitable certificate purpose"), "the certificate of db.example.com cannot be accepted: unsuitable"),
    (tls("WRONG_VERSION_NUMBER] wrong version number"), "db.example.com does not speak TLS on port 9142"),
    (tls("TLSV1_ALERT_PROTOCOL_VERSION] x"), "db.example.com speaks only versions of TLS that are no longer safe"),
    (tls("SSLV3_ALERT_HANDSHAKE_FAILURE] x"), "db.example.com and this machine have no way of TLS in common"),
    (tls("TLSV13_ALERT_CERTIFICATE_REQUIRED] x"), "db.example.com wants a certificate of yours"),
    (tls("TLSV1_UNRECOGNIZED_NAME] x"), "db.example.com does not know the name cert.example.com"),
    (tls("UNEXPECTED_EOF_WHILE_READING] x"), "db.example.com closes the connection in the middle of TLS"),
    (
        socket_error(None, "_ssl.c:989: The handshake operation timed out"),
        "db.example.com takes connections on port 9142",
    ),
    (tls("SOMETHING_NEW] x"), "TLS with db.example.com fails: "),
    (socket.gaierror(-3, "Temporary failure in name resolution"), "the name db.example.com cannot be looked up now"),
    (socket.gaierror(-2, "Name or service not known"), "there is no host db.example.com"),
    (UnicodeError("encoding with 'idna' codec failed"), "db.example.com cannot be the name of a host"),
    (socket_error(111, "Connection refused"), "db.example.com refuses connections on port 9142"),
    (socket_error(113, "No route to host"), "there is no way to db.example.com from here"),
    (socket_error(None, "timed out"), "db.example.com does not answer on port 9142"),
    (socket_error(104, "Connection reset by peer"), "db.example.com cuts connections to port 9142 off"),
    (socket_error(1, "Operation not permitted"), "this machine does not allow connections to db.example.com:9142"),
    (ConnectionShutdown("Connection to 10.0.0.1 was closed"), "db.example.com closes connections to port 9142"),
    (OperationTimedOut("Timed out creating connection"), "db.example.com:9142 takes connections and does not answer"),
    (ProtocolError("cql_version '3' is not supported by remote. Supported versions: ['3.4.4']"), "the server does not"),
    (
        DriverException("explicitly set client protocol_version 5"),
        "the server does not speak version 5 of the protocol",
    ),
    (ProtocolError("This version of the driver does not support it"), "what answers at db.example.com:9142 does not"),
    (DriverException("Cannot downgrade protocol version below"), "the server and this driver have no version of the"),
    (ProtocolVersionUnsupported("10.0.0.1", 4), "the server and this driver have no version of the protocol in common"),
    (NoHostAvailable("Unable to connect to any servers using keyspace 'k'", ["10.0.0.1"]), "there is no keyspace k"),
    (InvalidRequest("Keyspace 'k' does not exist"), "there is no keyspace k: leave -k away"),
    (NoHostAvailable("Unable to connect to any servers", {}), "no address of db.example.com can be used"),
    (login("Provided username bob and/or password are incorrect"), "the password of bob is wrong, or there is no such"),
    (AuthenticationFailed("Remote end requires authentication"), "the server asks for a login: give a user with -u"),
    (login("Signature expired: 2020"), "the clock of this machine and that of db.example.com differ"),
    (login("Authentication failure: Invalid signature"), "the signature is not accepted: check that us-east-1 is"),
    (login("The security token included in the request is expired"), "the AWS credentials have expired: renew them"),
    (login("The security token included in the request is invalid"), "AWS does not know the access key"),
    (login("Unknown SigV4 error"), "the server cannot read the signature"),
    (login("User x has no permissions."), "db.example.com knows who you are and allows nothing"),
    (Unauthorized("User arn:aws:iam::1:user/x has no permissions."), "IAM allows arn:aws:iam::1:user/x nothing"),
    (Unauthorized("User x has no SELECT permission on <table system.local>"), "you may not read the system tables"),
    (login("Too many attempts"), "the server does not accept the login: Too many attempts"),
    (AuthenticationFailed("something else"), "the server does not accept the login: something else"),
    (ValueError("the challenge holds no nonce of 32 characters"), "db.example.com asks for no signature as Amazon"),
    (IsBootstrappingErrorMessage(0x1002, "starting", None), "the server cannot serve anybody now"),
    (EOFError(), "no password was given"),
    (FileNotFoundError(2, "No such file or directory", "/token"), "/token, which AWS credentials need, is not there"),
    (PermissionError(13, "Permission denied", "/token"), "/token, which AWS credentials need, may not be read"),
    (
        OSError(30, "Read-only file system", "/a/.aws/sso/cache/t.tmp"),
        "the sign-in to AWS is to be renewed, and nothing",
    ),
    (PermissionError(13, "Permission denied", "/a/.aws/sso/cache/t.tmp"), "the sign-in to AWS is to be renewed, and"),
]


@pytest.mark.parametrize(
    ("error", "sentence"), EXAMPLES, ids=[f"{type(error).__name__}-{i}" for i, (error, _) in enumerate(EXAMPLES)]
)
def test_a_fault_and_its_sentence(error, sentence):
    told = explain(error, **FACTS)
    assert isinstance(told, ConnectError)
    assert str(told).startswith(sentence)


def test_every_row_is_met_and_none_stands_behind_another():
    met = {next(fault for fault in FAULTS if fault.match(error)) for error, _ in EXAMPLES}
    assert [fault for fault in FAULTS if fault not in met] == []


def test_what_the_driver_wraps_is_what_is_told():
    inner = NoHostAvailable("Unable to connect", {"10.0.0.2:9142": socket_error(111, "Connection refused")})
    told = explain(NoHostAvailable("Unable to connect to any servers", {"10.0.0.1:9142": inner}), **FACTS)
    assert str(told).startswith("db.example.com refuses connections on port 9142")


def test_an_error_that_is_no_fault_yet():
    assert str(explain(KeyError("x"), **FACTS)) == "db.example.com:9142: KeyError: 'x'"


def test_an_error_that_says_it_already():
    error = ConnectError("the secret s has no username")
    assert explain(error, **FACTS) is error


def test_what_a_server_says_cannot_move_the_cursor():
    told = str(explain(login("\x1b]0;owned\x07\x1b[2J\r\nrm -rf\u202e"), **FACTS))
    assert told == "the server does not accept the login: ]0;owned [2J rm -rf"
    assert len(str(explain(login("x" * 10_000), **FACTS))) < 400
