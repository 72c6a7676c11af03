"""Actions of the buttons, without side effects: a snapshot goes in, an outcome with edits comes out.

Pair, update, undo, rate, take results, check, simulate, what-if.
Know no file, no clock and no front end.
"""
