"""Opinions on plays: the Evaluator protocol and the engines behind it."""
