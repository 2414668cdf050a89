"""The only import of Whoosh, and the check that it is the release whose files we write.

Invariant: no other module imports ``whoosh``; it is loaded on first use, quietly.
"""
from __future__ import annotations

import warnings
from functools import lru_cache
from importlib import import_module, metadata
from types import SimpleNamespace

from coderag.errors import StateError

VERSION = (2, 7, 5)
DISTRIBUTION = "whoosh-reloaded"
# All of them install a package named ``whoosh``; two in one environment overwrite each other's files.
RIVALS = ("whoosh", "whoosh3", "whoosh-ng")
HINT = "install the pinned release: pip uninstall whoosh whoosh3 whoosh-ng; pip install --force-reinstall whoosh-reloaded==2.7.5"


@lru_cache(maxsize=1)
def whoosh() -> SimpleNamespace:
    """The parts of Whoosh in use. StateError if it is missing or another release."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # old string escapes, reported again by every new Python
        try:
            package = import_module("whoosh")
            if package.__version__ != VERSION:
                raise StateError(f"whoosh is {_dotted(package.__version__)}, not {_dotted(VERSION)}", HINT)
            return SimpleNamespace(
                version=package.__version__,
                analysis=import_module("whoosh.analysis"),
                fields=import_module("whoosh.fields"),
                formats=import_module("whoosh.formats"),
                index=import_module("whoosh.index"),
                w3=import_module("whoosh.codec.whoosh3"),
                hashfile=import_module("whoosh.filedb.filetables"),
                files=import_module("whoosh.filedb.filestore"),
                structfile=import_module("whoosh.filedb.structfile"),
                numeric=import_module("whoosh.util.numeric"),
                numlists=import_module("whoosh.util.numlists"),
            )
        except (ImportError, AttributeError) as e:
            raise StateError(f"whoosh cannot be loaded: {e}", HINT)


def check_whoosh() -> str:
    """"" if the right Whoosh is installed and loads, else the problem in one line."""
    installed = {name: _version(name) for name in (DISTRIBUTION, *RIVALS)}
    rivals = [f"{name} {version}" for name, version in installed.items() if version and name != DISTRIBUTION]
    if rivals:
        return f"{', '.join(rivals)} installs the same package as {DISTRIBUTION}. {HINT}"
    if installed[DISTRIBUTION] != _dotted(VERSION):
        return f"{DISTRIBUTION} is {installed[DISTRIBUTION] or 'not installed'}, not {_dotted(VERSION)}. {HINT}"
    try:
        whoosh()
    except StateError as e:
        return e.one_line()
    return ""


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def _dotted(version: tuple) -> str:
    return ".".join(map(str, version))
