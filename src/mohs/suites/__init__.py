"""Suites: labelled examples without a benign source, judged by error rate and not by success rate."""
