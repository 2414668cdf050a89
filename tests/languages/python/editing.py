"""A class whose second method is being typed."""
import os


class Ledger:
    """All entries."""

    def open(self):
        return os.path.join("a", "b")

    def close(self, force=
        for entry in self.entries:
            entry.

    def total(self) -> int:
        return sum(self.entries)


class Other(Ledger):
    def total(self):
        return super().total() + 1


def helper(values):
    if values:
        return {k: v for k, v in


def after():
    return Ledger().total()
