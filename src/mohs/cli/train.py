"""`mohs train`: what some attacks need and no package brings, made from text of one's own."""

from cyclopts import App

train = App(name="train", help="Train what some attacks need and no package brings, from text of your own.")
"""Each of its commands is a function below."""
