"""Answers are held against gold."""
