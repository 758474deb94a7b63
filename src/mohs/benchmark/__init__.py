"""Benchmarks as published: read, written, checked."""
