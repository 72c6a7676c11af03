"""Whether this is `make trials`, which tries more of everything that goes by chance or step by step: all of it with
TOURNAMENT_XL_FUZZ=1, a tenth with 10.
"""

import os

PART = int(os.environ.get("TOURNAMENT_XL_FUZZ", 0))  # one of so many is tried
TRIALS = PART > 0
