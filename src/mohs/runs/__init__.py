"""The run folder: what was asked for, a journal of every outcome, and the numbers and files drawn from it."""
