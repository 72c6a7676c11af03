"""Papers: sheets of a tournament as HTML for a browser to print, A4, one function a paper.

They have the texts and figures of the workbook's sheets; nothing is computed here but sizes. `papers` is the way in.
"""
