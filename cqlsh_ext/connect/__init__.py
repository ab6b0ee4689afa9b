"""How to reach a server, Amazon Keyspaces among them: what its name tells, TLS, and who logs in."""
