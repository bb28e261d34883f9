"""A file becomes text one can point into: readers, scripts, words, versions, terms."""
