"""The archive of matches as commands and the page use it."""
