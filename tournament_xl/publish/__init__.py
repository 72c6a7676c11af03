"""What the hall and the web see of a tournament: a folder of pages and files made from one workbook.

`facts` says what is published, `pages` shows it and puts it in its place, `desk` does so at each save.
"""
