"""C#."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="csharp",
    grammar="csharp",
    extensions=(".cs", ".csx"),
    test_files=("*Test.cs", "*Tests.cs"),
    generated_files=("*.designer.cs", "*.Designer.cs", "*.g.cs", "*.g.i.cs", "*.generated.cs"),
)
