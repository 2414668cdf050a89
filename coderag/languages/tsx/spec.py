"""TypeScript with JSX."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="tsx",
    family="typescript",
    queries="typescript",
    grammar="tsx",
    extensions=(".tsx",),
    test_files=("*.test.tsx", "*.spec.tsx"),
)
