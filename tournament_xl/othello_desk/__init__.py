"""What presses and verbs do with an Othello workbook; what the games share is beside this folder."""
