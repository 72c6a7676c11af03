"""The command line: one function per command, in French.

Gives an exit code of the contract and a sentence, whatever happens.
Holds no rule.
"""
