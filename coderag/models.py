"""The models of one repository: choosing them, handing them to search, and making the vectors a slow one owes."""
from __future__ import annotations

from collections.abc import Callable, Sequence

from coderag import languages
from coderag import settings as options
from coderag.embedding.chosen import Chosen, refusing
from coderag.embedding.registry import Model
from coderag.errors import StateError
from coderag.git import Repository
from coderag.index.layout import Layout
from coderag.index.snapshot import Snapshot, read_meta
from coderag.settings import Settings
from coderag.sync import service
from coderag.sync.fill import lack
from coderag.sync.reconcile import Progress, Writer, silent
from coderag.sync.spawn import start_worker
from coderag.sync.target import target_of


class Models:
    def __init__(self, repo: Repository, layout: Layout, python: str, writer: Callable[[], Writer]) -> None:
        self._repo, self._layout, self._python, self._writer = repo, layout, python, writer
        self._chosen = Chosen(layout.models)

    def embedder(self, settings: Settings) -> Model:
        """See :meth:`coderag.embedding.chosen.Chosen.embedder`."""
        return self._chosen.embedder(settings.model)

    def warm_up(self) -> None:
        """Load what every question needs whatever the index: modules, the tables of languages, a quick model. Reads
        nothing of the index, and makes nothing. StateError if the model refuses."""
        from coderag.search import find  # noqa: F401

        languages.is_test_path("")
        model = self.embedder(options.load(self._repo.config()))
        if not model.slow:
            model.embed_query("warm up")

    def judge(self, settings: Settings) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
        """See :meth:`coderag.embedding.chosen.Chosen.judge`."""
        return self._chosen.judge(settings.rerank_model)

    def for_queries(self, snapshot: Snapshot, w: Writer) -> tuple[Callable, tuple[str, ...]]:
        """What embeds a query of this snapshot (it raises StateError if there are no vectors to compare with), and notes
        on vectors that are still missing."""
        lacking, searchable = lack(w, snapshot)
        if not searchable:
            return refusing(StateError(lacking)), ()
        return w.embedder.embed_query, (lacking,) if lacking else ()

    def choose(self, folder: str, *, rerank: bool = False) -> None:
        """Keep an absolute folder ("" = none of this repository's own) as ``coderag.model`` or ``coderag.rerankModel``; a
        changed embedding model is taken up by a detached worker."""
        self._repo.set_config("coderag.rerankModel" if rerank else "coderag.model", [folder] if folder else [])
        if not rerank and self._layout.root.is_dir():
            start_worker(self._python, self._repo, "model")

    def facts(self) -> dict[str, dict | None]:
        """``{"embedding": …, "rerank": … or None}``, as the options name them now; loads neither."""
        settings = options.load(self._repo.config())
        return self._chosen.facts(settings.model, settings.rerank_model)

    def complete(
        self, ref: str | None = None, progress: Progress | None = None, stop: Callable[[], bool] = lambda: False
    ) -> int:
        """Make the vectors that the snapshot of HEAD (or ``ref``) lacks, and publish them; how many. StateError if the
        model refuses."""
        return service.complete_vectors(self._writer(), ref, progress=progress or silent, stop=stop)

    def owes(self, ref: str | None = None) -> bool:
        """Whether :meth:`complete` has something to do."""
        meta = read_meta(target_of(self._repo, self._layout, ref).slot)
        return meta is not None and meta.missing > 0
