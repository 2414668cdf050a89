"""Go."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="go",
    grammar="go",
    extensions=(".go",),
    test_files=("*_test.go",),
    generated_files=("*.pb.go", "*.pb.gw.go", "*_string.go"),
)
