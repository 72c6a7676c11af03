"""The rules of both games: pure and exact; lots and exact matching that they share."""
