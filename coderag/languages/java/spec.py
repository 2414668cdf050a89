"""Java."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="java",
    grammar="java",
    extensions=(".java",),
    test_files=("*Test.java", "*Tests.java", "*IT.java", "Test*.java"),
)
