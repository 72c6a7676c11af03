"""Where a workbook lives: each host reads all sheets once and writes blocks of values once."""
