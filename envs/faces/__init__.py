"""The games as the libraries of the ecosystem know them: one file a library, none knows a rule set."""
