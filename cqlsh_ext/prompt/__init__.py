"""The line where statements are typed, on prompt_toolkit; what it knows of CQL and the session comes from outside."""
