"""What any front end may ask about a workbook.

Gives data, never prints and opens no dialog.
Knows no front end.
"""
