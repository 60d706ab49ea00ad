"""A simulated table: players, hands, dice, mistakes, and a renderer that knows the truth."""
