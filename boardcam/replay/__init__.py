"""A match as its journal tells it: folded, put right and folded again, and what that changes."""
