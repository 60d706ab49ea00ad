"""The coach beside a match and after it: hints, grades, flashcards."""
