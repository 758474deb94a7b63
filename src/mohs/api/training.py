"""What `mohs train` does: networks that some attacks need, made from text."""
