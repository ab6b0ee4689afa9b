"""What every test may use."""

import sys
from pathlib import Path



def pytest_configure() -> None:
    """Make the corpus importable: tests have no package of their own."""
    sys.path.insert(0, str(Path(__file__).parent))
