"""Exit codes of the contract."""

DONE, REFUSED, USAGE, PROBLEMS, UNREADABLE, BUG = 0, 1, 2, 3, 5, 70
