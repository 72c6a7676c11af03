"""What goes to the federation once a tournament is over."""
