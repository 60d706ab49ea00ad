"""What is kept: the journal, and the formats that other backgammon programs open."""
