"""A tournament as one document: plain JSON, described once, from which views and stores are made.

Gives the description of fields (home, recorded, told), its JSON Schema, checks of untrusted documents, the document of
a decoded workbook, and the part that the history records. Knows no game: games declare their fields.
"""
