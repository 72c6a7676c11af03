"""Where a workbook lives: each host reads all sheets once and writes blocks of values once."""

from tournament_xl.go_environment import take_away

take_away()  # before any host loads excelize
