"""Data: tasks, examples and tables, and readers that drop nothing in silence."""
