"""Attacks: searches that ask. What they all are, what they may ask and must respect, and one file a method."""
