"""The page: workbooks of one folder seen, typed into and acted on in a browser.

Gives answers to the page's calls; `app` serves it on this computer.
Holds no rule.
"""
