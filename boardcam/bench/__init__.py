"""Measurements, one file each; `boardcam bench NAME`."""
