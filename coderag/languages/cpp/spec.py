"""C++, and CUDA sources, which its grammar reads well enough."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="cpp",
    grammar="cpp",
    extensions=(".cc", ".cpp", ".cxx", ".c++", ".C", ".H", ".hpp", ".hh", ".hxx", ".h++", ".tpp", ".ipp", ".inl", ".cu", ".cuh"),
    separator="::",
)
