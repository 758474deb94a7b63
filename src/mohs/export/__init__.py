"""Ways out: a benchmark or a result in the layout that another tool reads, with one map of labels for all."""
