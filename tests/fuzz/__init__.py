"""Whether this is `make trials`, which tries more of everything that goes by chance or step by step."""

import os

TRIALS = "TOURNAMENT_XL_FUZZ" in os.environ
