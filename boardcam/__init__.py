"""boardcam: a camera referee for over-the-board backgammon."""

__version__ = "0.1.0"
