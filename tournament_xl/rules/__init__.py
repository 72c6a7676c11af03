"""Pairing mechanisms that the games share."""
