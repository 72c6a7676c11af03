"""What the federation receives: workbook, pages, letters.

Gives the contents of files; checks that nothing foreign is overwritten.
Computes no rating.
"""
