"""The tabs of the web page, one module each. With ``app.py`` the home of Gradio; HTML is made, and escaped, in ui/."""
