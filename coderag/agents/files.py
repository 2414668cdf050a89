"""Reading and replacing a person's configuration file: text as it is, one atomic step, mode and links kept."""
from __future__ import annotations

import difflib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from coderag.errors import StateError
from coderag.fsio import write_atomic


def read(path: Path) -> str | None:
    """The file's text with its own line feeds; None if there is no file. StateError if it cannot be read as text."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise StateError(f"{path}: not UTF-8 text", "it is left as it is") from None
    except OSError as error:
        raise StateError(f"{path}: cannot be read: {error.strerror}") from error


@dataclass(frozen=True)
class Change:
    """One file before and after; None where there is no file."""

    path: Path
    before: str | None
    after: str | None
    keep: Path  # folders below it that are left empty by a deletion go, too

    def __bool__(self) -> bool:
        return self.before != self.after

    def diff(self, shown: str) -> list[str]:
        """Unified diff, one line of context: what stands around may be private."""
        old, new = (self.before or "").splitlines(True), (self.after or "").splitlines(True)
        lines: list[str] = []
        for line in difflib.unified_diff(old, new, shown, shown if self.after is not None else os.devnull, n=1):
            lines.append(line.rstrip("\r\n"))
            if not line.endswith("\n"):
                lines.append("\\ No newline at end of file")
        return lines

    def write(self) -> None:
        """Carries it out. StateError if the file is not what it was when it was read, or cannot be written."""
        if read(self.path) != self.before:
            raise StateError(f"{self.path} has just been changed by another program", "run the command again")
        try:
            if self.after is None:
                os.unlink(os.path.realpath(self.path))
                self._remove_empty_folders()
            else:
                _write(self.path, self.after, new=self.before is None)
        except UnicodeEncodeError as error:
            raise StateError(f"{self.path}: a path that is not UTF-8 cannot be written into it") from error
        except OSError as error:
            raise StateError(f"{self.path}: cannot be written: {error.strerror}") from error

    def _remove_empty_folders(self) -> None:
        folder = self.path.parent
        while folder != self.keep and folder.is_relative_to(self.keep) and not any(folder.iterdir()):
            folder.rmdir()
            folder = folder.parent


def _write(path: Path, text: str, *, new: bool) -> None:
    target = Path(os.path.realpath(path))
    data = text.encode("utf-8")
    if new:
        target.parent.mkdir(parents=True, exist_ok=True)
        umask = os.umask(0)
        os.umask(umask)
        mode = 0o666 & ~umask
    else:
        mode = stat.S_IMODE(target.stat().st_mode)
    write_atomic(target, data, mode=mode)
