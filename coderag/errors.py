"""One tree of errors. Each is one line for a person, and a hint that says the next step.

    CoderagError
    ├── UsageError          bad argument                              exit 2
    ├── RepositoryError     not a repository, foreign owner, format   exit 1
    ├── StateError          not indexed, busy, damaged, read-only     exit 1
    └── InternalError       a bug                                     exit 3
"""
from __future__ import annotations


class CoderagError(Exception):
    """``message`` is one line without a full stop at its end; ``hint`` is the next step, or ""."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def one_line(self) -> str:
        return f"{self.message}. {self.hint}" if self.hint else self.message


class UsageError(CoderagError):
    exit_code = 2


class RepositoryError(CoderagError):
    pass


class StateError(CoderagError):
    pass


class InternalError(CoderagError):
    exit_code = 3
