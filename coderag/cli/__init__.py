"""The command line: one file per command in ``commands/``, one place that maps errors to exit codes.

Only this layer and the server read the environment, print and exit. Anything heavy is imported inside commands, so that
``coderag --version`` and ``coderag status`` start fast.
"""
