"""Helpers shared by tests. Nothing here is imported by the package."""
