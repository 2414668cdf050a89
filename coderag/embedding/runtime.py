"""onnxruntime: sessions, and the processor they run on. Sole importer of it.

Invariant: nothing is sent. Since 1.29 the published packages for Linux and macOS send usage events to their maker unless
a variable is set before the library is loaded; on Windows the call is the switch.
"""
from __future__ import annotations

import os
from pathlib import Path

from coderag.errors import StateError

CPU = "CPUExecutionProvider"
_FASTER = ("CUDAExecutionProvider", "ROCMExecutionProvider", "MIGraphXExecutionProvider")
"""Tried first where the installed onnxruntime has them; it falls back to the processor if their libraries are missing."""


def onnxruntime():
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


def providers() -> list[str]:
    """Execution providers the installed onnxruntime offers us, best first; the processor is always last."""
    available = onnxruntime().get_available_providers()
    return [p for p in _FASTER if p in available] + [CPU]


def short(provider: str) -> str:
    return provider.removesuffix("ExecutionProvider")


def open_session(graph: Path, hint: str, *, threads: int = 1, on: list[str] | None = None):
    """An inference session. StateError if the file is no model that this onnxruntime can run."""
    ort = onnxruntime()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    wanted = on or [CPU]
    try:
        if wanted[0] == "CUDAExecutionProvider":
            ort.preload_dlls()  # CUDA and cuDNN that came as Python packages
        return ort.InferenceSession(str(graph), options, providers=wanted)
    except Exception as e:  # onnxruntime raises bare Exceptions
        reason = next(iter(str(e).splitlines()), type(e).__name__)[:160]
        raise StateError(f"embedding model cannot be loaded: {reason}", hint)
