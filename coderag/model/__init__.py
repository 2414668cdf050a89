"""Frozen value types, no I/O. Everything else may import from here; this package imports nothing of coderag."""
