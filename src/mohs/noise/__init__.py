"""Average-case robustness of classifiers on arrays: how far apart the classes are, and noise of that size."""
