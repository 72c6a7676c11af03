"""The federation's desk: a folder of workbooks, read and never edited, becomes the international ranking."""
