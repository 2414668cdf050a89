"""The text form of an artifact that expectations are written in. One line per fact, complete, made to be read."""
from __future__ import annotations

from coderag.model.artifact import FileArtifact


def listing(artifact: FileArtifact) -> str:
    out = [f"language {artifact.language}", f"lines {artifact.lines}"]
    for field in ("title", "skip", "note"):
        if getattr(artifact, field):
            out.append(f"{field} {getattr(artifact, field)}")
    if artifact.encoding != "utf-8":
        out.append(f"encoding {artifact.encoding}")
    depth: list[int] = []
    out.append("\nsymbols  # start-end @line kind qualname [visibility] | signature # doc")
    for s in artifact.symbols:
        depth.append(depth[s.parent] + 1 if s.parent >= 0 else 0)
        row = f"{'  ' * depth[-1]}{s.start}-{s.end} @{s.line} {s.kind} {s.qualname}"
        if not s.qualname.endswith(s.name):
            row += f" name={s.name}"
        row += f" [{s.visibility}]" if s.visibility else ""
        row += f" | {s.signature}" if s.signature != s.name else ""
        row += f" # {s.doc}" if s.doc and s.kind != "section" else ""
        out.append(row)
    out.append("\nchunks  # start-end kind qualname part | context # doc")
    for c in artifact.chunks:
        row = f"{c.start}-{c.end} {c.kind}"
        row += f" {c.qualname}" if c.name else f" ({c.qualname})" if c.qualname else ""
        row += f" part {c.part}" if c.part else ""
        row += f" | {c.context!r}" if c.context else ""
        row += f" # {c.doc}" if c.doc else ""
        out.append(row)
    out.append("\nreferences  # line kind name < receiver  in scope")
    for r in artifact.references:
        row = f"{r.line} {r.kind} {r.name}"
        row += f" as {r.alias}" if r.alias else ""
        row += f" < {r.receiver}" if r.receiver else ""
        row += f"  in {artifact.symbols[r.scope].qualname}" if r.scope >= 0 else ""
        out.append(row)
    return "\n".join(out) + "\n"
