"""mohs: how hard is a classifier to break?"""

__version__ = "0.1.0"
