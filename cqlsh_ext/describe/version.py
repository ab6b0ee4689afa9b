"""Which servers answer DESCRIBE themselves."""

import re

FIRST_MAJOR = 4
"""DESCRIBE moved to the server in Cassandra 4.0."""


def knows_describe(release: str) -> bool:
    """Tell whether a server of this release, such as `3.11.2` or `4.0-beta1`, answers DESCRIBE."""
    major = re.match(r"\d+", release)
    return major is not None and int(major[0]) >= FIRST_MAJOR
