"""INSPECT of 1,000 cells of 4 KB of real JSON, compressed, against a SELECT that decodes and prints them.

bin/cassandra start
.venv/bin/python benchmarks/inspect_cells.py HOST PORT
"""

import sys
from pathlib import Path

from cassandra.cluster import Cluster
from compare import compare
from select_compressed import CODECS, fill
from service_models import documents

ROWS, SIZE = 1_000, 4_000


def main(host: str, port: str) -> None:
    """Fill the tables if they are not there, and print one ratio a codec."""
    with Cluster([host], port=int(port)) as cluster:
        fill(cluster.connect(), "models", list(documents(ROWS, SIZE)))
    program = str(Path(sys.executable).with_name("cqlsh-ext"))
    print(f"{ROWS:,} cells of {SIZE:,} bytes of JSON: wall time of INSPECT over SELECT, decoded")
    for codec in CODECS:
        select = f"SELECT * FROM bench.{codec}_models LIMIT {ROWS}"
        ratio = compare([program, host, port, "-e", f"INSPECT {select}"], [program, host, port, "-e", select])
        print(f"{codec:>10}  {ratio}")


if __name__ == "__main__":
    main(*sys.argv[1:])
