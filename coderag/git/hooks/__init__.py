"""Installing, removing and checking the git hooks that tell coderag to look again.

Invariants: hooks that were there keep their arguments, stdin, exit status and whether they run at all; uninstalling
gives back their bytes and modes; installing twice is installing once. Hooks only make updates early: every answer is
checked against HEAD, so a lost hook costs time and never truth.

Managers. husky 9 sets core.hooksPath to `.husky/_` and writes its dispatchers there: the block goes into these
(untracked) files, never into the tracked `.husky/post-commit`; husky rewrites them now and then, `inspect` shows it.
pre-commit renames our hook to `<name>.legacy` and calls it: it is kept up to date there. lefthook renames it to
`<name>.old` and may not call it: then the block goes into lefthook's script. git-lfs's scripts take the block, but
`git lfs install` wants them untouched and has to be told --force.
"""
from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from coderag.errors import StateError
from coderag.git.hooks import block, script
from coderag.git.hooks.folder import HookFolder, hook_folder, writable_folder
from coderag.git.repository import Repository

HOOK_TYPES = ("post-commit", "post-checkout", "post-merge", "post-rewrite", "post-applypatch")


@dataclass(frozen=True)
class HookState:
    """One hook type. States: installed missing outdated broken-interpreter shadowed foreign-only not-executable."""

    name: str
    path: Path
    state: str
    detail: str  # one line for a person


def install(repo: Repository, python: str = sys.executable, *, force: bool = False) -> list[HookState]:
    """Put the block into every hook of the folder git uses, and say how each stands then.

    ``force`` allows a folder outside the repository. StateError if that is needed, or a file cannot be written.
    """
    folder = writable_folder(repo, force=force)
    flags = block.flags_for(python)
    for hook in HOOK_TYPES:
        _install_one(folder.path, hook, block.render(hook, os.path.abspath(python), flags))
    return inspect(repo)


def _install_one(folder: Path, hook: str, text: bytes) -> None:
    path, foreign = folder / hook, folder / (hook + script.FOREIGN_SUFFIX)
    data = script.read(path)
    if data is None and not path.is_symlink():
        new = script.wrapper(hook, text, foreign) if os.path.lexists(foreign) else script.fresh(text)
        script.write(path, new, 0o755)
        return
    data = data or b""
    if block.extract(data) is not None:
        rest = block.remove(data)
        ours = script.is_fresh(rest) or script.is_wrapper(hook, rest)
        if ours or os.access(path, os.X_OK):
            new = block.replace(data, text)
            if new != data or not os.access(path, os.X_OK):
                script.write(path, new, 0o755 if ours else None)
            return
        script.write(path, rest)  # switched off by its owner: from here on like any other hook that is not run
        data = rest
    if legacy := _called_legacy(folder, hook):
        script.write(legacy, block.replace(script.read(legacy) or b"", text))
    elif script.takes_block(path, data):
        script.write(path, block.insert(data, text))
    else:
        _wrap(hook, path, foreign, text)


def _wrap(hook: str, path: Path, foreign: Path, text: bytes) -> None:
    if os.path.lexists(foreign):
        raise StateError(
            f"cannot set aside the existing hook {path}: {foreign.name} exists", "move one of them away and install again"
        )
    try:
        os.rename(path, foreign)
    except OSError as error:
        raise StateError(f"cannot rename hook {path}: {error.strerror}") from error
    script.write(path, script.wrapper(hook, text, foreign), 0o755)


def _called_legacy(folder: Path, hook: str) -> Path | None:
    """The renamed hook with our block that pre-commit's hook calls. lefthook's `.old` is not counted: see above."""
    legacy = folder / (hook + script.LEGACY_SUFFIXES[0])
    if os.access(legacy, os.X_OK) and os.path.lexists(folder / hook) and script.block_in(legacy) is not None:
        return legacy
    return None


def uninstall(repo: Repository) -> list[HookState]:
    """Take every block out again, also from hooks git does not use now, and say how each hook stands then.

    StateError if a file cannot be written.
    """
    folder = hook_folder(repo)
    for place in {folder.path, folder.default}:
        for hook in HOOK_TYPES:
            for suffix in ("", *script.LEGACY_SUFFIXES):
                _uninstall_one(place / (hook + suffix), hook)
    return inspect(repo)


def _uninstall_one(path: Path, hook: str) -> None:
    data = script.read(path) if path.is_file() else None
    if data is None or block.extract(data) is None:
        return
    rest, foreign = block.remove(data), path.with_name(hook + script.FOREIGN_SUFFIX)
    try:
        if script.is_wrapper(hook, rest) and os.path.lexists(foreign):
            os.replace(foreign, path)
        elif script.is_fresh(rest) or script.is_wrapper(hook, rest):
            path.unlink()
        else:
            script.write(path, rest)
    except OSError as error:
        raise StateError(f"cannot restore hook {path}: {error.strerror}") from error


def inspect(repo: Repository) -> list[HookState]:
    """How each hook stands. Reads only. StateError if a hook cannot be read."""
    folder = hook_folder(repo)
    return [_inspect_one(folder, hook) for hook in HOOK_TYPES]


def _inspect_one(folder: HookFolder, hook: str) -> HookState:
    path = folder.path / hook
    text, place = script.block_in(path), path
    if text is None and (legacy := _called_legacy(folder.path, hook)):
        text, place = script.block_in(legacy), legacy
    if text is None:
        if folder.moved and script.block_in(folder.default / hook) is not None:
            return HookState(hook, folder.default / hook, "shadowed", f"git does not run it: {folder.note()}")
        if os.path.lexists(path):
            return HookState(hook, path, "foreign-only", "another tool's hook, without coderag's block; run: coderag install-hooks")
        return HookState(hook, path, "missing", folder.note() or "not installed")
    python = block.interpreter_of(text)
    if not os.access(place, os.X_OK):
        return HookState(hook, place, "not-executable", "git ignores a hook without execute permission; run: coderag install-hooks")
    if not (os.path.isfile(python) and os.access(python, os.X_OK)):
        return HookState(hook, place, "broken-interpreter", f"interpreter is gone: {python}; run: coderag install-hooks")
    if text.removesuffix(b"\n") not in [block.render(hook, python, flags).removesuffix(b"\n") for flags in block.FLAGS]:
        return HookState(hook, place, "outdated", "written by another version; run: coderag install-hooks")
    note = folder.note()
    return HookState(hook, place, "installed", f"runs {python}" + (f"; {note}" if note else ""))
