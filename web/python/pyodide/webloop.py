"""In the place of Pyodide's loop of events, which the page does not use."""


def _initialize_event_loop():
    """None."""
