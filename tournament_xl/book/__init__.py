"""The workbook contract: sheet and column names, snapshot and edits, decode and encode."""
