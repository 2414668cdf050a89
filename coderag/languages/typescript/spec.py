"""TypeScript."""
from coderag.languages.javascript.spec import refine_reference, visibility
from coderag.languages.spec import LanguageSpec
from coderag.languages.typescript.refine import refine

SPEC = LanguageSpec(
    id="typescript",
    grammar="typescript",
    extensions=(".ts", ".mts", ".cts"),
    shebangs=("ts-node", "tsx"),
    test_files=("*.test.ts", "*.spec.ts", "*.test.mts", "*.spec.mts", "*.test.cts", "*.spec.cts"),
    generated_files=("*.pb.ts", "*.generated.ts"),
    constructors=("constructor",),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
