"""A tournament's facts and figures as plain tables: for CSV files, pandas, other programs."""
