"""The report: one self-contained page of a run, and the plots and sentences on it."""
