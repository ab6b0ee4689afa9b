"""The replication of keyspaces: in a single region, or in several."""

from .errors import Invalid

STRATEGIES = {"SingleRegionStrategy", "SimpleStrategy", "NetworkTopologyStrategy"}
SEVERAL = "NetworkTopologyStrategy"
FACTOR = "3"


def show(given):
    """Return how system tables show a replication in several regions; None for a single region."""
    strategy = str(given.get("class", "")).rpartition(".")[2]
    if strategy not in STRATEGIES:
        raise Invalid(f"Unable to find replication strategy class '{strategy}'")
    if strategy != SEVERAL:
        return None
    places = {name: count for name, count in given.items() if name != "class"}
    if len(places) < 2 or any(count != FACTOR for count in places.values()):
        raise Invalid(f"{SEVERAL} needs two regions at least, each with replication factor {FACTOR}")
    return {"class": f"org.apache.cassandra.locator.{SEVERAL}"} | places


def check_durable(options):
    """Refuse keyspaces without durable writes."""
    if "durable_writes" in options.values and options.values["durable_writes"][0].keyword != "TRUE":
        raise Invalid("durable_writes must be true")
