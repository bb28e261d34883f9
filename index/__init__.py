"""Text becomes something one can search: vectors, words, the store on disk."""
