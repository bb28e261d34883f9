"""Gold files in their formats: rows of named fields, and the questions in them."""
