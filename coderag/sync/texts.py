"""The embedded texts of files that are indexed already, read again from blobs and artifacts."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from coderag.embedding.codes import vector_key
from coderag.embedding.registry import Model
from coderag.errors import StateError
from coderag.index.manifest import Entry
from coderag.model.text import lines_of
from coderag.store.artifacts import ArtifactStore, artifact_key, unpack_artifact
from coderag.sync.ingest import texts_of
from coderag.sync.vectors import VectorSource

_FILES = 64
Files = Sequence[tuple[str, Entry]]
ReadBlobs = Callable[[list[str]], Iterable[tuple[str, bytes | None]]]


def embedded_texts(read_blobs: ReadBlobs, store: ArtifactStore, files: Files) -> Iterator[tuple[str, Entry, list[str]]]:
    """Path, entry and the text of every chunk. StateError if an artifact or a blob is gone."""
    for at in range(0, len(files), _FILES):
        part = files[at : at + _FILES]
        packed = store.get_artifacts(artifact_key(e.oid, e.hint) for _, e in part)
        blobs = dict(read_blobs(list(dict.fromkeys(e.oid for _, e in part))))
        for path, e in part:
            row, data = packed.get(artifact_key(e.oid, e.hint)), blobs.get(e.oid)
            if row is None or data is None:
                what = "artifact is missing from the store" if row is None else "content is not in this clone"
                raise StateError(f"{path}: its {what}", "coderag reindex --full")
            yield path, e, texts_of(path, unpack_artifact(row[1], references=False), lines_of(data))


def keys_under(
    model: Model,
    read_blobs: ReadBlobs,
    store: ArtifactStore,
    vectors: VectorSource,
    files: Files,
    count: Callable[[int], None],
) -> Iterator[tuple[Entry, list[int]]]:
    """Keys of the chunks' vectors under another model. A fast model's vectors are made on the way; ``count`` is told."""
    for _, entry, found in embedded_texts(read_blobs, store, files):
        keys = [vector_key(t, model.fingerprint) for t in found]
        if not model.slow:
            count(vectors.make(dict(zip(keys, found, strict=True)), model))
        yield entry, keys
