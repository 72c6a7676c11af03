"""Where a workbook lives: each host reads all sheets once and writes blocks of values once."""

import os

# excelize begins the runtime of Go, which ends the process when it finds these set to what it does not understand.
for _name in ("GODEBUG", "GOGC", "GOMEMLIMIT", "GOTRACEBACK"):
    os.environ.pop(_name, None)
if os.environ.get("GOMAXPROCS", "1") not in map(str, range(1, 65)):
    del os.environ["GOMAXPROCS"]
