"""The reader: a small extractive model on the embedded encoder that finds the answer span or says "not here"."""
