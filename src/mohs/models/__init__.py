"""Classifiers: the protocol, and one adapter a file; opened from a one-line address."""
