"""The report of a run: one HTML page that needs nothing else, and Markdown. Pure: values in, text out."""
