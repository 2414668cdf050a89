"""Named signals. A signal is one module with a NAME, a docstring and ``value(candidate, context) -> float``, and one
line here. Its weight stands in a preset; its contribution (value times weight) is what ``--explain`` prints."""
from __future__ import annotations

from coderag.search.signals import (
    declaration,
    defined_names,
    definition,
    depth,
    doc_match,
    file_agreement,
    file_match,
    file_meaning,
    folder_match,
    literal,
    long_unit,
    names,
    number,
    path_match,
    penalties,
    platform_twin,
    re_export,
    stem_match,
)

SIGNALS = (
    definition.SIGNAL,
    re_export.SIGNAL,
    literal.SIGNAL,
    names.SIGNAL,
    doc_match.SIGNAL,
    stem_match.COVERED,
    stem_match.NAMED,
    folder_match.SIGNAL,
    path_match.SIGNAL,
    file_agreement.SIGNAL,
    file_match.SIGNAL,
    file_meaning.SIGNAL,
    defined_names.SIGNAL,
    declaration.SIGNAL,
    long_unit.SIGNAL,
    depth.SIGNAL,
    penalties.TEST,
    penalties.ASIDE,
    penalties.NOT_CODE,
    platform_twin.SIGNAL,
    number.SIGNAL,
)
