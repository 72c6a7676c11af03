"""What a use case raises where it did nothing; `str` of each is a French sentence for the user.

- `ActionAborted`: the workbook has problems, or a rule refuses; `outcome` has the problems with their cells.
- `ExternalError`: a file or an open workbook cannot be read or written; `FileFailure` says which
  file (`path`) and why (`kind`).
- `UsageError`: the front end asked for something that does not exist, for example a choice that a question lacks.
"""

from tournament_xl.workbook.file_failures import FileFailure
from tournament_xl.workbook.snapshot import ExternalError, UsageError
from tournament_xl.workbook.working_copy import ActionAborted

__all__ = [
    "ActionAborted",
    "ExternalError",
    "FileFailure",
    "UsageError",
]
