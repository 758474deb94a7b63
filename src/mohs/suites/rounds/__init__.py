"""Rounds: people write examples that shall fool a classifier, others verify them (Nie et al., ACL 2020)."""
