"""Training: what some attacks need and no package brings, made from a person's own text."""
