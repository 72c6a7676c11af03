"""The one catalogue of what people read, in French; each module holds the sentences of one part of the program."""
