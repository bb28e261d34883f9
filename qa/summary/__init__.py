"""Summaries with citations: sentences chosen from a document, a version, a component, a topic or the whole collection."""
