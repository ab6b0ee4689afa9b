"""How much memory a run of the shell takes at most."""

import subprocess
import sys

MEASURED = """
import re, sys
from pathlib import Path
from cqlsh_ext.cli import main
peak = Path(sys.argv.pop(1))
try:
    main()
finally:
    peak.write_text(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""
"""Runs the shell and notes the peak of its memory, which a parent cannot see apart from its own."""


def run_measured(folder, *arguments, **options):
    """Run the shell; return the finished process and the peak of its memory in KiB."""
    peak = folder / "peak"
    done = subprocess.run([sys.executable, "-c", MEASURED, peak, *arguments], check=True, **options)
    return done, int(peak.read_text())
