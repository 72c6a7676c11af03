"""The verb `doctor`: can Excel or LibreOffice reach the program, and what to do if not. It only looks."""
