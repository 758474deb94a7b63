"""Attacks that write sentences anew, or put something beside them."""
