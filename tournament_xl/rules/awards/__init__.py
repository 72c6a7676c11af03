"""Prizes, teams and what is memorable in a tournament, whatever its game; ours: the regulations have none."""
