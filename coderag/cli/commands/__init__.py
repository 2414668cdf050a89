"""One file per command. Each defines ``run``, whose docstring is the help text and shows an example."""
