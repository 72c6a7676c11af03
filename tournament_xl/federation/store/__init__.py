"""The register `registre.sqlite`: all that the federation received, decided and published.

Each row belongs to a publication, the first that had it. A month is open until it is published: a build writes its rows
again; then they stand. Outputs are a function of the register and a publication. Knows no rule of the ranking.
"""
