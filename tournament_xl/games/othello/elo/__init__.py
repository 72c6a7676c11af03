"""Files of Othello federations: ELO files read and written, a running event of PAPP."""
