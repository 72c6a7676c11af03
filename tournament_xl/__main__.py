"""`python -P -m tournament_xl`. Without -P, too, nothing that lies in the current folder is imported from here on."""

import sys

if not sys.flags.safe_path:  # else the first place is that of the standard library
    del sys.path[0]

from tournament_xl.frontends.cli.main import command

command()
