"""The one command, `quarterdeck`, and its verbs."""
