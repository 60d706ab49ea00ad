"""The game itself: position, plays, faults, cube, scoring, match, notation. Standard library only; frozen values; White's view."""
