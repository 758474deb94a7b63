"""Word-level attacks: one file a method, and what several of them share."""
