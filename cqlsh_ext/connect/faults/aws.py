"""Faults of AWS: no credentials, no region, and what its services say."""

from cqlsh_ext.connect.faults.fault import Fault

SIGN_IN = "sign in with `aws sso login{profile}`"
NO_ANSWER = "AWS does not answer at {url}: check the network, the proxy, and the endpoints of the VPC"
SERVICE = r"when calling the (?P<operation>\w+) operation"

FAULTS = (
    Fault("NoCredentialsError", "",
          "there are no AWS credentials: sign in with `aws sso login`, set AWS_ACCESS_KEY_ID and"
          " AWS_SECRET_ACCESS_KEY, or give --profile, --secret-id, or a user with -u"),
    Fault("PartialCredentialsError", r"found in (?P<place>[^,]+), missing: (?P<missing>.*)",
          "of the AWS credentials in {place} {missing} is missing: set it"),
    Fault("NoRegionError", "", "the AWS region is not known: give --region, or set AWS_REGION"),
    Fault("InvalidRegionError", "", "{signed} is not the name of an AWS region: check --region and AWS_REGION"),
    Fault("ProfileNotFound", r"\((?P<name>.*)\)",
          "there is no AWS profile {name}: check --profile and AWS_PROFILE, or run `aws configure list-profiles`"),
    Fault("ConfigParseError", r"file: (?P<file>\S+)", "{file} cannot be read as a configuration of AWS: mend it"),
    Fault("ConfigNotFound", r"\((?P<file>.*)\)", "the configuration of AWS {file} is not there: check AWS_CONFIG_FILE"),
    Fault("SSOError", "", f"you are not signed in to AWS, or no longer: {SIGN_IN}"),
    Fault("TokenRetrievalError", "", f"you are no longer signed in to AWS: {SIGN_IN}"),
    Fault("NoAuthTokenError", "", f"you are not signed in to AWS: {SIGN_IN}"),
    Fault("LoginError", "", "you are no longer signed in to AWS: sign in with `aws login{profile}`"),
    Fault("ClientError", r"\((?:UnauthorizedException|InvalidGrantException|ExpiredTokenException)\) when calling the"
          " (?:GetRoleCredentials|CreateToken)", f"you are no longer signed in to AWS: {SIGN_IN}"),
    Fault("ClientError", r"\(\w+\) when calling the GetRoleCredentials operation",
          "AWS SSO gives you no role of this profile: check sso_account_id and sso_role_name in ~/.aws/config"
          " ({detail})"),
    Fault("ClientError", r"\((?:ExpiredTokenException|InvalidIdentityToken\w*|IDPRejectedClaim\w*)\) when calling the"
          " AssumeRoleWithWebIdentity",
          "AWS does not accept the web identity token: have the file that AWS_WEB_IDENTITY_TOKEN_FILE names renewed"
          " ({detail})"),
    Fault("ClientError", r"\(AccessDenied\w*\) when calling the (?P<operation>AssumeRole\w*) operation",
          "the role may not be assumed: have sts:{operation} allowed for you and you in its trust policy, and check"
          " --role-arn and --external-id"),
    Fault("ClientError", r"\(ValidationError\) when calling the AssumeRole",
          "AWS does not accept what is asked of the role: check --role-arn, --external-id and --role-session-name"
          " ({detail})"),
    Fault("ParamValidationError", "", "AWS cannot be asked like this: {detail}"),
    Fault("ClientError", r"\((?:ExpiredToken\w*|RequestExpired)\)",
          "the AWS credentials have expired: renew them (aws sso login, or a new session token)"),
    Fault("ClientError", r"signature (?:expired|not yet current)|RequestTimeTooSkewed",
          "the clock of this machine is wrong, says AWS: set it"),
    Fault("ClientError", r"\((?:InvalidClientTokenId|UnrecognizedClient\w*|InvalidAccessKeyId)\)",
          "AWS does not know the access key: check AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN, or the profile"),
    Fault("ClientError", r"\((?:SignatureDoesNotMatch|InvalidSignature\w*|IncompleteSignature)\)",
          "the secret access key does not belong to the access key: check AWS_SECRET_ACCESS_KEY, or the profile"),
    Fault("ClientError", r"\(ResourceNotFoundException\) when calling the GetSecretValue",
          "there is no such secret in {signed}: check --secret-id and --region"),
    Fault("ClientError", r"\(AccessDenied\w*\) when calling the GetSecretValue",
          "the secret may not be read: have secretsmanager:GetSecretValue, and kms:Decrypt for its key, allowed"),
    Fault("ClientError", r"\((?:DecryptionFailure|KMS\w*)\) when calling the GetSecretValue",
          "the secret cannot be decrypted: have kms:Decrypt for its key allowed"),
    Fault("ClientError", r"\(InvalidRequestException\) when calling the GetSecretValue operation:(?P<reason>.*)",
          "the secret cannot be read:{reason}"),
    Fault("ClientError", r"\((?:Throttling\w*|RequestLimitExceeded|TooManyRequests\w*|SlowDown)\)",
          "AWS is asked too often: try again in a while"),
    Fault("ClientError", r"\(AccessDenied\w*\) " + SERVICE, "you may not do {operation} in AWS: have it allowed"),
    Fault("ClientError", SERVICE, "AWS does not do {operation}: {detail}"),
    Fault("EndpointConnectionError", r'URL: "(?P<url>[^"]*)"',
          "AWS cannot be reached at {url}: check the network, the proxy, the region, and AWS_ENDPOINT_URL"),
    Fault("ProxyConnectionError", "", "the proxy cannot be reached: check HTTPS_PROXY ({detail})"),
    Fault("SSLError", r"for (?P<url>https?://\S+)",
          "who answers at {url} cannot be verified: name the authority of a proxy in between with AWS_CA_BUNDLE"),
    Fault("ConnectTimeoutError", r'URL: "(?P<url>[^"]*)"', NO_ANSWER),
    Fault("HTTPClientError", r'URL: "(?P<url>[^"]*)"', NO_ANSWER),
    Fault("InvalidIMDSEndpointError", "", "AWS_EC2_METADATA_SERVICE_ENDPOINT is not a URL: correct it"),
    Fault("MetadataRetrievalError", "", "the credentials of this container cannot be had: {detail}"),
    Fault("CredentialRetrievalError", r"from (?P<source>[^:]+): (?P<reason>.*)",
          "the program or service that is to give AWS credentials ({source}) failed: {reason}"),
    Fault("InfiniteLoopConfigError", "", "profiles of ~/.aws/config name one another as source_profile: {detail}"),
    Fault("InvalidConfigError", "", "the configuration of AWS makes no sense: {detail}"),
    Fault("UnknownCredentialError", "", "the configuration of AWS makes no sense: {detail}"),
    Fault("RefreshWithMFAUnsupportedError", "", "the role wants a new code of your MFA device: start again"),
    Fault("MissingDependencyException", "", "a package that these AWS credentials need is not installed: {detail}"),
    Fault("JSONDecodeError", "", "the program that is to give AWS credentials gives no JSON: check credential_process"),
    Fault("ValueError", "unsupported host",
          "AWS_CONTAINER_CREDENTIALS_FULL_URI names a host that may not be asked for credentials: correct it"),
    Fault("BotoCoreError", "", "AWS cannot be used: {detail}"),
)  # fmt: skip

FILES = (
    Fault("OSError", r"(?:read-only|permission denied).*'(?P<folder>[^']*/sso/cache)/",
          "the sign-in to AWS is to be renewed, and nothing can be written in {folder}: sign in again with"
          " `aws sso login`, or have that folder writable"),
    Fault("FileNotFoundError", r"No such file.*'(?P<file>[^']*)'",
          "{file}, which AWS credentials need, is not there: check AWS_WEB_IDENTITY_TOKEN_FILE, or the profile"),
    Fault("PermissionError", r"'(?P<file>[^']*)'", "{file}, which AWS credentials need, may not be read"),
)  # fmt: skip
"""Faults of files: of the rows for any OSError the last, as those of the network are told by their texts."""
