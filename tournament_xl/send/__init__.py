"""What goes to the federation once a tournament is over. Pure: snapshot → parcel; `hosts/send.py` writes the files."""
