"""A sheet as it is printed, drawn from what its workbook says of the print.

Gives the pages of a sheet as HTML.
Knows no tournament: the workbook alone says what a page has, its sizes and where it ends.
"""
