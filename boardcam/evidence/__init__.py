"""What a ruling rests on: the pictures that are kept, looked at again, and given out without names."""
