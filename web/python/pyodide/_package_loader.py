"""In the place of Pyodide's loader of packages: worker.js puts files where they belong."""


class _Place:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


SITE_PACKAGES, DSO_DIR = _Place("/lib/python3.14/site-packages"), _Place("/usr/lib")


def init_loaded_packages():
    """There are none."""
