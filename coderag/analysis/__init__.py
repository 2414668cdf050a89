"""Bytes of a blob -> :class:`coderag.model.artifact.FileArtifact`. Knows tree-sitter, and no language by name.

What a language is stands in :mod:`coderag.languages`. Not done here: resolving references across files, deciding by
path what is indexed, embedding.
"""
from coderag.analysis.analyze import analyze
from coderag.analysis.grammar import missing_grammars

__all__ = ["analyze", "missing_grammars"]
