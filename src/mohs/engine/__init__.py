"""The engine: many searches at once, answered in full batches; budgets, seeds, verdicts and counts."""
