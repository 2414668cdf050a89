"""TypeScript with JSX."""
from coderag.languages.javascript.spec import refine_reference, visibility
from coderag.languages.spec import LanguageSpec
from coderag.languages.typescript.refine import refine

SPEC = LanguageSpec(
    id="tsx",
    family="typescript",
    queries="typescript",
    grammar="tsx",
    extensions=(".tsx",),
    test_files=("*.test.tsx", "*.spec.tsx"),
    constructors=("constructor",),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
