"""Front ends, which talk to people: command line, Excel, LibreOffice, the page.

Collect input and render results.
Hold no rule and no decision.
"""
