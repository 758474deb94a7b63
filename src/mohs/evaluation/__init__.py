"""Results: what classifiers scored on a benchmark, where they fail, and how two of them differ."""
