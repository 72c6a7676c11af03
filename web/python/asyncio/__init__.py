"""In the place of the library's: nothing in the page waits in Python, and all its modules took long to load."""
