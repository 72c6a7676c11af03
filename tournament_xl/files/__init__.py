"""Where a workbook lives as a file: its package, its cells read, its cells written; the standard library only."""
