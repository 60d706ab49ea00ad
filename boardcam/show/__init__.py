"""What the players see: a view in words, and the pictures drawn from it."""
