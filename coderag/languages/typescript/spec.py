"""TypeScript."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="typescript",
    grammar="typescript",
    extensions=(".ts", ".mts", ".cts"),
    shebangs=("ts-node", "tsx"),
    test_files=("*.test.ts", "*.spec.ts", "*.test.mts", "*.spec.mts", "*.test.cts", "*.spec.cts"),
    generated_files=("*.pb.ts", "*.generated.ts"),
)
