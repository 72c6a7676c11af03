"""What the federation accepts to read of a file that comes from anybody (docs/federation.md, « Les limites »)."""

MAX_FILES = 10_000  # in the folder
MAX_BYTES = 20_000_000  # of a file
MAX_ROWS = 20_000  # on a sheet; the longest tournament has some thousands
SECONDS = 60.0  # for reading and checking one file
MEMORY = 2 * 2**30  # bytes of address space of a process that reads (Linux and macOS)
