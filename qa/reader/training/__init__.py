"""Training the reader: `python -m qa.reader.training`, which needs the public reading sets beside the checkout."""
