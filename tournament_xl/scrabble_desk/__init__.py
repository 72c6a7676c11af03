"""What presses and verbs do with a Scrabble workbook; what the games share is beside this folder."""
