"""A question becomes an answer with citations."""
