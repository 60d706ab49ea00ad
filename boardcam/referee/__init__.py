"""From noisy observations to rulings. Pure: no I/O, no clock, no randomness."""
