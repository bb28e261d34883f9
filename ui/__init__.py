"""What the page shows, as HTML and styles; it knows nothing of Gradio."""
