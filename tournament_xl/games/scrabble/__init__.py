"""The Scrabble workbook: its contract, decode and encode. What the games share is in the folder above."""
