"""Why AWS gives no credentials or no secret: one sentence that says what to do."""

import json

import pytest
from integration.connect.test_login import ROLE, sign_in_with_sso
from integration.connect.user import SIGNED_IN
from keyspaces import KEY, PASSWORD, USER

REGION = ("--region", "us-east-1")
PAST = "2020-01-01T00:00:00Z"


def refused(user, *arguments, env=None):
    return user.refused(*user.tunnel, *REGION, *arguments, env=env)


def with_profile(user, *lines):
    user.write(".aws/config", "\n".join(["[profile p]", *lines, ""]))
    return "--profile", "p"


def test_no_credentials(user):
    told = refused(user)
    assert told.startswith("there are no AWS credentials: sign in with `aws sso login`, set AWS_ACCESS_KEY_ID and")


def test_no_region(user):
    user.service.endpoint = "db.example.com"
    told = user.refused("--aws", env=SIGNED_IN)
    assert told == "the AWS region is not known: give --region, or set AWS_REGION"


def test_half_of_a_key(user):
    told = refused(user, env={"AWS_ACCESS_KEY_ID": KEY.id})
    assert told == "of the AWS credentials in env AWS_SECRET_ACCESS_KEY is missing: set it"


@pytest.mark.parametrize("way", [{"env": {"AWS_PROFILE": "nobody"}}, {"arguments": ("--profile", "nobody")}])
def test_no_such_profile(user, way):
    told = refused(user, *way.get("arguments", ()), env=SIGNED_IN | way.get("env", {}))
    assert told.startswith("there is no AWS profile nobody: check --profile and AWS_PROFILE")


@pytest.mark.parametrize("name", ["config", "credentials"])
def test_a_file_of_aws_that_is_broken(user, name):
    user.write(f".aws/{name}", "[default\nx")
    assert refused(user).endswith(f".aws/{name} cannot be read as a configuration of AWS: mend it")


def test_a_loop_of_profiles(user):
    user.write(
        ".aws/config",
        f"[profile p]\nrole_arn = {ROLE}\nsource_profile = q\n[profile q]\nrole_arn = {ROLE}\nsource_profile = p\n",
    )
    assert refused(user, "--profile", "p").startswith("profiles of ~/.aws/config name one another as source_profile")


def test_a_source_profile_that_is_not_there(user):
    profile = with_profile(user, f"role_arn = {ROLE}", "source_profile = nowhere")
    assert refused(user, *profile).startswith("the configuration of AWS makes no sense: The source_profile")


def test_a_source_of_credentials_that_is_not_there(user):
    profile = with_profile(user, f"role_arn = {ROLE}", "credential_source = Nowhere")
    assert refused(user, *profile).startswith("the configuration of AWS makes no sense: ")


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        (
            "cat /nowhere",
            "the program or service that is to give AWS credentials (custom-process) failed: cat: /nowhere",
        ),
        ("echo '{\"Version\": 7}'", "the program or service that is to give AWS credentials (custom-process) failed: "),
        ("echo '{\"Version\": 1}'", "the program or service that is to give AWS credentials (custom-process) failed: "),
        ("echo nonsense", "the program that is to give AWS credentials gives no JSON: check credential_process"),
        ("/no/such/program", "/no/such/program, which AWS credentials need, is not there: check"),
    ],
)
def test_a_program_that_gives_no_credentials(user, program, sentence):
    profile = with_profile(user, f"credential_process = {program}")
    assert refused(user, *profile).startswith(sentence)


def test_nobody_signed_in_with_sso(user):
    sign_in_with_sso(user, PAST)
    for file in user.home.glob(".aws/sso/cache/*"):
        file.unlink()
    told = refused(user, "--profile", "sso")
    assert told == "you are not signed in to AWS, or no longer: sign in with `aws sso login --profile sso`"


def test_sso_that_has_expired(user):
    sign_in_with_sso(user, PAST)
    told = refused(user, "--profile", "sso")
    assert told == "you are not signed in to AWS, or no longer: sign in with `aws sso login --profile sso`"


def test_sso_that_was_ended(user, aws):
    sign_in_with_sso(user, "2999-01-01T00:00:00Z")
    aws.refuse("GetRoleCredentials", "UnauthorizedException", status=401)
    told = refused(user, "--profile", "sso")
    assert told == "you are not signed in to AWS, or no longer: sign in with `aws sso login --profile sso`"


def test_a_role_that_sso_does_not_give(user, aws):
    sign_in_with_sso(user, "2999-01-01T00:00:00Z")
    aws.refuse("GetRoleCredentials", "ForbiddenException", "No access", status=403)
    told = refused(user, "--profile", "sso")
    assert told.startswith("AWS SSO gives you no role of this profile: check sso_account_id and sso_role_name in")


def test_a_session_of_sso_that_cannot_be_renewed(user):
    user.write(
        ".aws/config",
        "[sso-session s]\nsso_start_url = https://example.awsapps.com/start\nsso_region = us-east-1\n"
        "[profile p]\nsso_session = s\nsso_account_id = 111122223333\nsso_role_name = reader\n",
    )
    told = refused(user, "--profile", "p")
    assert "signed in to AWS" in told
    assert "sign in with `aws sso login --profile p`" in told


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "AccessDenied",
            "the role may not be assumed: have sts:AssumeRole allowed for you and you in its trust policy",
        ),
        ("ValidationError", "AWS does not accept what is asked of the role: check --role-arn, --external-id and"),
        ("ExpiredToken", "the AWS credentials have expired: renew them"),
        ("InvalidClientTokenId", "AWS does not know the access key: check AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN"),
        ("SignatureDoesNotMatch", "the secret access key does not belong to the access key: check"),
        ("RequestExpired", "the AWS credentials have expired"),
        ("Throttling", "AWS is asked too often: try again in a while"),
        ("RegionDisabledException", "AWS does not do AssumeRole: An error occurred (RegionDisabledException)"),
        ("InternalFailure", "AWS does not do AssumeRole: An error occurred (InternalFailure)"),
    ],
)
def test_a_role_that_is_refused(user, aws, code, sentence):
    aws.refuse("AssumeRole", code)
    assert refused(user, "--role-arn", ROLE, env=SIGNED_IN).startswith(sentence)


def test_a_clock_that_is_wrong_for_aws(user, aws):
    aws.refuse("AssumeRole", "SignatureDoesNotMatch", "Signature expired: 20200101T000000Z is now earlier than")
    assert refused(user, "--role-arn", ROLE, env=SIGNED_IN) == "the clock of this machine is wrong, says AWS: set it"


def test_a_role_that_is_none(user):
    told = refused(user, "--role-arn", "reader", env=SIGNED_IN)
    assert told.startswith("AWS cannot be asked like this: Parameter validation failed: Invalid length for parameter")


def test_a_role_without_credentials(user):
    assert refused(user, "--role-arn", ROLE).startswith("there are no AWS credentials")


@pytest.mark.parametrize("code", ["InvalidIdentityToken", "ExpiredTokenException", "IDPRejectedClaim"])
def test_a_web_identity_that_is_refused(user, aws, code):
    aws.refuse("AssumeRoleWithWebIdentity", code)
    env = {"AWS_WEB_IDENTITY_TOKEN_FILE": user.write("token", "token-of-the-cluster"), "AWS_ROLE_ARN": ROLE}
    told = refused(user, env=env)
    assert told.startswith("AWS does not accept the web identity token: have the file that AWS_WEB_IDENTITY_TOKEN_FILE")


def test_a_web_identity_that_may_not_assume_the_role(user, aws):
    aws.refuse("AssumeRoleWithWebIdentity", "AccessDenied", status=403)
    env = {"AWS_WEB_IDENTITY_TOKEN_FILE": user.write("token", "token-of-the-cluster"), "AWS_ROLE_ARN": ROLE}
    assert refused(user, env=env).startswith("the role may not be assumed: have sts:AssumeRoleWithWebIdentity allowed")


def test_a_web_identity_whose_file_is_not_there(user):
    told = refused(user, env={"AWS_WEB_IDENTITY_TOKEN_FILE": "/nowhere/token", "AWS_ROLE_ARN": ROLE})
    assert told.startswith(
        "/nowhere/token, which AWS credentials need, is not there: check AWS_WEB_IDENTITY_TOKEN_FILE"
    )


@pytest.mark.parametrize("url", ["{}/nowhere", "http://127.0.0.1:1/container", "http://example.com/container"])
def test_a_container_without_credentials(user, aws, url):
    told = refused(user, env={"AWS_CONTAINER_CREDENTIALS_FULL_URI": url.format(aws.url)})
    assert told.startswith(
        (
            "the program or service that is to give AWS credentials (container-role) failed: ",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI names a host that may not be asked for credentials: correct it",
        )
    )


def test_an_instance_that_is_not_there(user):
    env = {"AWS_EC2_METADATA_DISABLED": None, "AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://127.0.0.1:1"}
    assert refused(user, env=env).startswith("there are no AWS credentials")


def test_an_instance_that_does_not_answer(user, aws):
    aws.hang("InstanceToken")
    aws.hang("InstanceRole")
    env = {"AWS_EC2_METADATA_DISABLED": None, "AWS_EC2_METADATA_SERVICE_ENDPOINT": aws.url}
    assert refused(user, env=env).startswith("there are no AWS credentials")


def test_an_instance_without_role(user, aws):
    aws.answers["InstanceRole"] = (404, "")
    env = {"AWS_EC2_METADATA_DISABLED": None, "AWS_EC2_METADATA_SERVICE_ENDPOINT": aws.url}
    assert refused(user, env=env).startswith("there are no AWS credentials")


def test_an_address_of_instances_that_is_none(user):
    env = {"AWS_EC2_METADATA_DISABLED": None, "AWS_EC2_METADATA_SERVICE_ENDPOINT": "not a url"}
    assert refused(user, env=env) == "AWS_EC2_METADATA_SERVICE_ENDPOINT is not a URL: correct it"


def test_sts_that_cannot_be_reached(user):
    env = SIGNED_IN | {"AWS_ENDPOINT_URL_STS": "http://127.0.0.1:1"}
    told = refused(user, "--role-arn", ROLE, env=env)
    assert told == (
        "AWS cannot be reached at http://127.0.0.1:1/: check the network, the proxy, the region, and AWS_ENDPOINT_URL"
    )


def test_sts_that_does_not_answer(user, aws):
    aws.hang("AssumeRole")
    told = refused(user, "--role-arn", ROLE, env=SIGNED_IN)
    assert told == f"AWS does not answer at {aws.url}/: check the network, the proxy, and the endpoints of the VPC"


def test_a_proxy_that_is_not_there(user):
    env = SIGNED_IN | {"AWS_ENDPOINT_URL_STS": None, "HTTPS_PROXY": "http://127.0.0.1:1"}
    assert refused(user, "--role-arn", ROLE, env=env).startswith("the proxy cannot be reached: check HTTPS_PROXY")


def test_a_service_of_aws_that_cannot_be_verified(user, service):
    env = SIGNED_IN | {"AWS_ENDPOINT_URL_STS": f"https://{service.host}:{service.port}"}
    told = refused(user, "--role-arn", ROLE, env=env)
    assert told.endswith("cannot be verified: name the authority of a proxy in between with AWS_CA_BUNDLE")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("ResourceNotFoundException", "there is no such secret in us-east-1: check --secret-id and --region"),
        ("AccessDeniedException", "the secret may not be read: have secretsmanager:GetSecretValue, and kms:Decrypt"),
        ("DecryptionFailure", "the secret cannot be decrypted: have kms:Decrypt for its key allowed"),
        ("InvalidRequestException", "the secret cannot be read: because"),
        ("UnrecognizedClientException", "AWS does not know the access key: check AWS_ACCESS_KEY_ID"),
        ("InvalidSignatureException", "the secret access key does not belong to the access key: check"),
        ("ExpiredTokenException", "the AWS credentials have expired: renew them"),
        ("ThrottlingException", "AWS is asked too often: try again in a while"),
        ("InternalServiceError", "AWS does not do GetSecretValue: An error occurred (InternalServiceError)"),
    ],
)
def test_a_secret_that_is_refused(user, aws, code, sentence):
    aws.refuse("GetSecretValue", code)
    assert refused(user, "--secret-id", "login", env=SIGNED_IN).startswith(sentence)


@pytest.mark.parametrize(
    ("secret", "sentence"),
    [
        ("hunter2", "the secret login is not a JSON object: store one with username and password"),
        (json.dumps(["hunter2"]), "the secret login is not a JSON object"),
        (json.dumps({"password": "hunter2"}), "the secret login has no username: store a JSON object with"),
        (json.dumps({"username": USER, "pass": "hunter2"}), "the secret login has no password"),
        (json.dumps({"username": USER, "password": "hunter2", "port": "x"}), "the port in the secret login is not a"),
        (json.dumps({"username": USER, "password": "hunter2"}), f"the password of {USER} is wrong"),
    ],
)
def test_a_secret_that_is_of_no_use(user, aws, secret, sentence):
    aws.secret = secret
    told = refused(user, "--secret-id", "login", env=SIGNED_IN)
    assert told.startswith(sentence)
    assert "hunter2" not in told


def test_a_secret_without_credentials(user):
    assert refused(user, "--secret-id", "login").startswith("there are no AWS credentials")


def test_a_secret_without_region(user):
    told = user.refused("--aws", "--secret-id", "login", env=SIGNED_IN)
    assert told == "the AWS region is not known: give --region, or set AWS_REGION"


def test_no_secret_is_ever_told(user, aws):
    aws.secret = json.dumps({"username": USER, "password": PASSWORD, "host": "nowhere.invalid", "port": 1})
    nowhere = {"CQLSH_HOST": None, "CQLSH_PORT": None}
    told = user.refused(*user.tunnel, "--secret-id", "login", "--debug", env=SIGNED_IN | nowhere)
    assert told.startswith("there is no host nowhere.invalid")
    for secret in (PASSWORD, KEY.secret):
        assert secret not in told
