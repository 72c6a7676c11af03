"""`python -m tournament_xl`."""

import sys

from tournament_xl.cli import main

sys.exit(main())
