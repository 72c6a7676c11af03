"""Lists of players that organisers have, read for a new workbook."""
