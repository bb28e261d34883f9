"""Citations leave the house whole: entries of sources with their places, in every form that is asked for."""
