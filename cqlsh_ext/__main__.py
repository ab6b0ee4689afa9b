"""`python -m cqlsh_ext`."""

import sys

from cqlsh_ext.start import main

sys.exit(main())
