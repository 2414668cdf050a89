"""Progress of a sync on stderr: one moving line on a terminal, a plain line now and then elsewhere."""
from __future__ import annotations

import sys
import time
from typing import TextIO

_MOVING_SECONDS, _PLAIN_SECONDS = 0.1, 5.0
_WIDTH = 24


class Progress:
    """Callable as ``progress(done, total, chunks, stage)``; called often, writes seldom."""

    def __init__(self, stream: TextIO | None = None, clock=time.monotonic) -> None:
        self._stream = stream or sys.stderr
        self._moving = self._stream.isatty()
        self._clock = clock
        self._begun = clock()
        self._written = self._begun  # a sync of less than the interval prints nothing
        self._shown = 0  # characters of the moving line

    def __call__(self, done: int, total: int, chunks: int = 0, stage: str = "") -> None:
        now = self._clock()
        if now - self._written < (_MOVING_SECONDS if self._moving else _PLAIN_SECONDS):
            return
        self._written = now
        line = self.line(done, total, chunks, stage, now - self._begun)
        if self._moving:
            self._stream.write("\r" + line.ljust(self._shown))
            self._shown = len(line)
        else:
            self._stream.write(line + "\n")
        self._stream.flush()

    def line(self, done: int, total: int, chunks: int, stage: str, seconds: float) -> str:
        """Files, chunks, rate and remaining time."""
        share = min(1.0, done / total) if total else 0.0
        bar = "█" * round(share * _WIDTH) + "░" * (_WIDTH - round(share * _WIDTH))
        if not _encodes(self._stream, bar):
            bar = "#" * round(share * _WIDTH) + "." * (_WIDTH - round(share * _WIDTH))
        parts = [f"{stage or 'index'} {bar} {share:4.0%}" if self._moving else f"{stage or 'index'} {share:.0%}"]
        what = "chunks" if stage == "embedding" else "files"
        parts.append(f"{done:,}/{total:,} {what}" if total else f"{done:,} {what}")
        parts += [f"{chunks:,} chunks"] if chunks and what == "files" else []
        if seconds > 0.5 and done:
            parts.append(f"{done / seconds:,.0f} {what}/s")
            if total > done:
                parts.append(f"{_duration((total - done) * seconds / done)} left")
        return ", ".join(parts)

    def close(self) -> None:
        """Removes the moving line."""
        if self._shown:
            self._stream.write("\r" + " " * self._shown + "\r")
            self._stream.flush()
            self._shown = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _duration(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} s" if whole < 90 else f"{whole // 60} min {whole % 60:02} s"
