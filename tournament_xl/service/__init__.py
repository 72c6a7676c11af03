"""What any front end may ask about a workbook, each use case once: a request in, a result out.

Gives data and exceptions with fields; never prints, asks or speaks JSON.
Knows no front end and no rule.
"""
