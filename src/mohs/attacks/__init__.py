"""Attacks: searches that ask. What they are, what they may ask and must respect, and one file a method."""
