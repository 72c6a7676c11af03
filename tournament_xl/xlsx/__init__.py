"""The file format of workbooks: package, reader, patch, limits, atomic write.

Gives a snapshot of a file's bytes, and the bytes with some cells changed.
Knows no tournament.
"""
