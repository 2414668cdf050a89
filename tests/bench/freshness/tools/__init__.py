"""The tools that take part. A new one is a module here and a line below."""
from tests.bench.freshness.tools.base import Answer, NotInstalled, Place, Tool, bytes_in
from tests.bench.freshness.tools.codegraph import Codegraph
from tests.bench.freshness.tools.coderag import Coderag, CoderagWithoutHooks
from tests.bench.freshness.tools.gist import Gist
from tests.bench.freshness.tools.gitgrep import GitGrep
from tests.bench.freshness.tools.semble import Semble

TOOLS: dict[str, type[Tool]] = {
    "coderag": Coderag,
    "coderag-no-hooks": CoderagWithoutHooks,
    "semble": Semble,
    "codegraph": Codegraph,
    "gist": Gist,
    "git-grep": GitGrep,
}

__all__ = ["TOOLS", "Answer", "NotInstalled", "Place", "Tool", "bytes_in"]
