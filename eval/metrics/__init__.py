"""Measures, one concept a module."""
