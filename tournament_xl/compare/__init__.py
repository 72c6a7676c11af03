"""Which formula is fairer: many simulated tournaments of each, the same fields and chances for all."""
