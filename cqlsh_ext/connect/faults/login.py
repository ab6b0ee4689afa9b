"""Faults of logins: what the server says of who wants in."""

from cqlsh_ext.connect.faults.fault import Fault

FAULTS = (
    Fault("AuthenticationFailed", r"username (?P<user>\S+) and/or password are incorrect",
          "the password of {user} is wrong, or there is no such user: check both"),
    Fault("AuthenticationFailed", r"remote end requires authentication",
          "the server asks for a login: give a user with -u, or a credentials file"),
    Fault("AuthenticationFailed", r"signature expired",
          "the clock of this machine and that of {host} differ by more than 15 minutes: set this machine's clock"),
    Fault("AuthenticationFailed", r"invalid signature",
          "the signature is not accepted: check that {signed} is the region of {host}, that the secret access key is"
          " right, and this machine's clock"),
    Fault("AuthenticationFailed", r"security token .* expired",
          "the AWS credentials have expired: renew them (aws sso login, or a new session token)"),
    Fault("AuthenticationFailed", r"security token .* invalid",
          "AWS does not know the access key, or the session token does not belong to it: check AWS_ACCESS_KEY_ID and"
          " AWS_SESSION_TOKEN, or the profile"),
    Fault("AuthenticationFailed", r"unknown sigv4 error",
          "the server cannot read the signature: check this machine's clock, and that the access key has no blanks"),
    Fault("AuthenticationFailed", r"has no permissions",
          "{host} knows who you are and allows nothing: have cassandra:Select on the system tables allowed in IAM"),
    Fault("Unauthorized", r"user (?P<user>\S+) has no permissions",
          "IAM allows {user} nothing: have cassandra:Select on the system tables allowed, /keyspace/system*"),
    Fault("Unauthorized", "", "you may not read the system tables, which cqlsh needs: {detail}"),
    Fault("AuthenticationFailed", r'code=\d+ \[(?P<kind>[^\]]*)\] message="(?P<message>.*)"',
          "the server does not accept the login: {message}"),
    Fault("AuthenticationFailed", "", "the server does not accept the login: {detail}"),
    Fault("ValueError", "no nonce",
          "{host} asks for no signature as Amazon Keyspaces does: check that it is Amazon Keyspaces, or give -u"),
    Fault("ErrorMessage", r"bootstrapping|overloaded",
          "the server cannot serve anybody now: try again in a while ({detail})"),
    Fault("EOFError", "", "no password was given: type it, or put it in a credentials file"),
)  # fmt: skip
