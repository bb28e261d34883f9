"""``python -m qa`` is the console script ``kaoju``."""

import sys

from qa.cli import main

sys.exit(main())
