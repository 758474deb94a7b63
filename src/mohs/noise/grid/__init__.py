"""The grid: models trained and tested with noise of several sizes, over many runs.

The experiment of Siedel et al. 2022 (algorithm 1), with what its statistics need: noise that is independent
for every row and copy, the same split, seeds and test noise for all models of a run, a control for the number
of training rows, and comparisons that say how many were made.
"""
