"""What a path alone tells: whether a file is worth indexing, and whether it is a test. Pure functions of the path."""
from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache

from coderag.languages.registry import LANGUAGES, get

VENDORED_DIRS = frozenset(
    "node_modules bower_components jspm_packages vendor vendors third_party thirdparty third-party 3rdparty"
    " site-packages Godeps Pods Carthage .yarn .bundle web_modules elm-stuff __pypackages__".split()
)

LOCKFILES = frozenset(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock poetry.lock Pipfile.lock"
    " pdm.lock uv.lock pixi.lock conda-lock.yml Cargo.lock go.sum go.work.sum Gemfile.lock composer.lock mix.lock pubspec.lock"
    " Podfile.lock Cartfile.resolved Package.resolved packages.lock.json paket.lock gradle.lockfile flake.lock"
    " .terraform.lock.hcl Chart.lock stack.yaml.lock cabal.project.freeze rebar.lock MODULE.bazel.lock".split()
)

GENERATED = (
    "*_pb2.py *_pb2.pyi *_pb2_grpc.py *.pb.go *.pb.gw.go *.pb.cc *.pb.h *.pb.rs *.g.dart *.freezed.dart *.designer.cs"
    " *.Designer.cs *.g.cs *.g.i.cs *.min.js *.min.mjs *.min.css *.js.map *.css.map *.mjs.map *.cjs.map *.ts.map"
    " *.snap *.tsbuildinfo moc_*.cpp qrc_*.cpp ui_*.h"
).split()

SECRET = (
    "id_rsa id_dsa id_ecdsa id_ed25519 *.pem *.key *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx *.asc.key .netrc _netrc .pgpass"
    " .htpasswd .git-credentials .vault-token credentials.json client_secret*.json service-account*.json *.tfstate"
    " *.tfstate.backup *.tfvars.secret"
).split()
SECRET_PATHS = (".aws/credentials", ".docker/config.json", ".kube/config", ".ssh/config")
_PUBLIC = re.compile(r"\.(?:example|sample|template|tmpl|dist|defaults?|schema|test|pub)$", re.I)
_ENV = re.compile(r"\.env(?:\..+|rc)?$|.+\.env$", re.I)

BINARY = frozenset(
    "png jpg jpeg gif bmp ico icns webp avif tif tiff psd ai eps xcf heic mp3 wav ogg flac m4a mp4 m4v mov avi mkv webm zip gz"
    " tgz bz2 xz 7z rar zst lz4 jar war ear whl egg nupkg deb rpm apk ipa dmg iso exe dll so dylib a lib o obj pyc pyo class"
    " wasm ttf otf woff woff2 eot pdf doc docx xls xlsx ppt pptx odt ods sqlite sqlite3 db mdb bin dat npy npz h5 hdf5 parquet"
    " onnx pt pth ckpt safetensors tflite pkl pickle mo gmo swf blend fbx glb stl".split()
)

TEST_DIRS = frozenset(
    "test tests Test Tests __tests__ __mocks__ spec specs Spec Specs testing testdata test-data fixtures Fixtures e2e".split()
)
_TEST_FOLDER = re.compile(r"(?:^|/)(?:[^/]*[a-z0-9]Tests?|[^/]+\.[A-Za-z]*Tests?)/")
"""``jvmTest``, ``ShopTests``, ``Shop.Core.Tests``; not ``shop-test``, which more often helps others to test."""
_TEST_NAME = re.compile(r"^(?:tests?[_-].+|.+[._-](?:tests?|spec)|conftest)\.[A-Za-z0-9]+$")
_PLAIN_NAME = re.compile(r"^tests?\.[A-Za-z0-9]+$")
_COLLECTION = re.compile(r"[a-z]{3}(?<!s)s/$")
"""A folder of several of a kind (``runners/``, ``types/``), where ``test`` is one of them."""


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    specs = [get(language) for language in LANGUAGES]
    generated = {*GENERATED, *(g for s in specs for g in s.generated_files)}
    tests = {g for s in specs for g in s.test_files}
    return tuple(re.compile("|".join(sorted(map(translate, globs))) or r"(?!)") for globs in (generated, SECRET, tests))


def path_skip(path: str) -> str:
    """Reason code of :mod:`coderag.model.skips` if the path alone says that a file is not searched, else ""."""
    folders, _, base = path.rpartition("/")
    if folders and not VENDORED_DIRS.isdisjoint(folders.split("/")):
        return "vendored"
    if base in LOCKFILES:
        return "lockfile"
    generated, secret, _ = _patterns()
    if _is_secret(path, base, secret):
        return "secret"
    if generated.match(base):
        return "generated"
    extension = base.rpartition(".")[2].lower() if "." in base else ""
    return "binary" if extension in BINARY else ""


def _is_secret(path: str, base: str, secret: re.Pattern[str]) -> bool:
    if _PUBLIC.search(base):
        return False
    if path.endswith(SECRET_PATHS):
        return any(path == p or path.endswith("/" + p) for p in SECRET_PATHS)
    return bool(secret.match(base)) or (_ENV.fullmatch(base) is not None)


def is_test_path(path: str) -> bool:
    """Whether a file is a test or belongs to tests: by its folders, or by its name."""
    folders, slash, base = path.rpartition("/")
    folders += slash
    if not TEST_DIRS.isdisjoint(folders.split("/")) or _TEST_FOLDER.search(folders):
        return True
    if _TEST_NAME.match(base) or _patterns()[2].match(base):
        return True
    return bool(_PLAIN_NAME.match(base)) and not _COLLECTION.search(folders)
