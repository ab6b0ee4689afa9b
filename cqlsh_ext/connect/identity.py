"""Who the user wants to be to AWS; nothing of AWS is imported to say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Identity:
    """Whose credentials are to be found, and the region to sign for; picklable, for COPY's workers."""

    region: str | None = None
    """None for the region of the profile."""
    profile: str | None = None
    role_arn: str | None = None
    """A role to assume with the credentials found."""
    external_id: str | None = None
    role_session_name: str = "cqlsh-ext"
    access_key: str | None = None
    """With its secret, to use in the place of what AWS's default chain finds."""
    secret_key: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)

    @property
    def facts(self) -> dict[str, str]:
        """Return what sentences on faults need: the region that was signed for, and the option that names a profile."""
        return {
            "signed": self.region or "the region of the profile",
            "profile": f" --profile {self.profile}" if self.profile else "",
        }


def find_region(chosen: str | None, variables: Mapping[str, str], named: str | None) -> str | None:
    """Return the first region of: what the user chose, the variables of AWS, the name of the host; in small letters."""
    region = chosen or variables.get("AWS_REGION") or variables.get("AWS_DEFAULT_REGION") or named
    return region.lower() if region else None
