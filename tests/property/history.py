"""A random but reproducible life of a repository: every action is one or a few real git commands."""
from __future__ import annotations

import random
from collections.abc import Callable

from tests.support.git import NO_HOOKS, Repo
from tests.support.index import patient

FOLDERS = ["", "src/", "src/deep/", "tests/", "docs/", "vendor/"]
WORDS = "order total retry delay parse config value cache token index merge branch commit queue worker limit".split()
MERGES = ["merge.conflictStyle=merge", "-c", "core.editor=true"]


class Life:
    def __init__(self, folder, seed: int) -> None:
        self.random = random.Random(seed)
        self.repo = patient(Repo(folder))
        self.repo.env.update(NO_HOOKS)
        self.done: list[str] = []
        self.count = 0
        for _ in range(6):
            self.edit()
        self.repo.commit()

    def files(self) -> list[str]:
        return [f for f in self.repo.git("ls-files", "-z").split("\0") if f]

    def some_file(self) -> str | None:
        files = [f for f in self.files() if not f.startswith(".")]
        return self.random.choice(files) if files else None

    def step(self) -> str:
        """One random action; what it was, for the report of a failure."""
        names = [n for n, weight in ACTIONS.items() for _ in range(weight)]
        name = self.random.choice(names)
        getattr(self, name)()
        self.done.append(name)
        return name

    # the working tree

    def body(self) -> str:
        r, self.count = self.random, self.count + 1
        parts = []
        for _ in range(r.randint(0, 4)):
            name = "_".join(r.sample(WORDS, 2)) + (str(r.randint(0, 30)) if r.random() < 0.7 else "")
            lines = "\n".join(f"    {r.choice(WORDS)} = {r.choice(WORDS)}({r.randint(0, 9)})" for _ in range(r.randint(1, 4)))
            parts.append(f"def {name}(x):\n{lines}\n    return x\n")
        if r.random() < 0.3:
            method = r.choice(WORDS)
            parts.append(f"class {r.choice(WORDS).title()}:\n    def {method}(self):\n        return self.{r.choice(WORDS)}\n")
        return "\n".join(parts)

    def edit(self) -> None:
        r = self.random
        path = self.some_file() if r.random() < 0.5 else None
        if path is None:
            stem = r.choice(WORDS) + str(r.randint(0, 12))
            path = r.choice(FOLDERS) + stem + r.choice([".py", ".py", ".py", ".md", ".txt", ".json", ".min.js", ""])
        target = self.repo.path / path
        if target.is_dir() or any((self.repo.path / p).is_file() for p in _parents(path)) or target.is_symlink():
            return
        text = self.body()
        if path.endswith(".md"):
            text = "".join(f"# {w.title()}\n\nHow the {w} of the {r.choice(WORDS)} works.\n\n" for w in r.sample(WORDS, 2))
        elif path.endswith(".json"):
            text = f'{{"{r.choice(WORDS)}": {r.randint(0, 99)}}}\n'
        data = text.encode() if r.random() < 0.95 else b"\0\1binary" + text.encode()
        self.repo.write(path, data.replace(b"\n", b"\r\n") if r.random() < 0.05 else data)

    def edits(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.edit()
        self.commit()

    def commit(self) -> None:
        self.repo.commit(f"change {self.count}")

    def delete(self) -> None:
        for _ in range(self.random.randint(1, 2)):
            if path := self.some_file():
                self.repo.run("rm", "-q", "-f", "--", path)
        self.commit()

    def delete_folder(self) -> None:
        self.repo.run("rm", "-q", "-r", "-f", "--", self.random.choice(FOLDERS[1:]))
        self.commit()

    def rename(self) -> None:
        if path := self.some_file():
            new = self.random.choice(FOLDERS) + self.random.choice(WORDS) + self.random.choice(["_moved.py", ".py", ".txt"])
            (self.repo.path / new).parent.mkdir(parents=True, exist_ok=True)
            self.repo.run("mv", "-f", "--", path, new)
            self.commit()

    def copy(self) -> None:
        path = self.some_file()
        if path and (self.repo.path / path).is_file():
            self.repo.write(f"{path}.copy.py", (self.repo.path / path).read_bytes())
            self.commit()

    def mode(self) -> None:
        if path := self.some_file():
            self.repo.run("update-index", self.random.choice(["--chmod=+x", "--chmod=-x"]), "--", path)
            self.repo.commit(add=False)
            self.repo.git("reset", "-q", "--hard")

    def link(self) -> None:
        path = self.some_file()
        if path and (self.repo.path / path).is_file():
            (self.repo.path / path).unlink()
            (self.repo.path / path).symlink_to("elsewhere")
            self.commit()

    def rules(self) -> None:
        r = self.random
        path = r.choice([".coderagfilter", ".gitattributes"])
        if r.random() < 0.3:
            self.repo.run("rm", "-q", "-f", "--", path)
        elif path == ".coderagfilter":
            self.repo.write(path, r.choice(["src/deep/\n", "*.md\n!docs/\n", "!vendor/**\n", "tests/\n*.txt\n"]))
        else:
            self.repo.write(path, r.choice(["src/* linguist-generated\n", "*.py -linguist-generated\n", "docs/* linguist-vendored\n"]))
        self.commit()

    def option(self) -> None:
        key, values = self.random.choice([
            ("coderag.exclude", ["src/**", "*.json"]), ("coderag.include", ["vendor/**", "*.min.js"]),
            ("coderag.map", ["*.txt = python"]), ("coderag.maxfilesize", ["200", "1m"]),
        ])  # fmt: skip
        if self.random.random() < 0.4:
            self.repo.run("config", "--unset-all", key)
        else:
            self.repo.git("config", key, self.random.choice(values))

    # history

    def branches(self) -> list[str]:
        return self.repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n")

    def other(self) -> str | None:
        current = self.repo.git("branch", "--show-current")
        names = [b for b in self.branches() if b and b != current]
        return self.random.choice(names) if names else None

    def back(self, most: int = 3) -> str:
        """A commit up to ``most`` before HEAD that exists."""
        n = len(self.repo.git("rev-list", "--first-parent", f"-n{most + 1}", "HEAD").split("\n")) - 1
        return f"HEAD~{self.random.randint(0, n)}"

    def create(self) -> None:
        self.count += 1
        self.repo.git("switch", "-q", "-c", self.random.choice(["fix/", "", "Fix-"]) + f"b{self.count}", self.back())

    def switch(self) -> None:
        if other := self.other():
            self.repo.git("switch", "-q", other)

    def detach(self) -> None:
        self.repo.git("switch", "-q", "--detach", self.back())

    def rename_branch(self) -> None:
        self.count += 1
        if self.repo.git("branch", "--show-current"):
            self.repo.git("branch", "-m", f"renamed{self.count}")

    def delete_branch(self) -> None:
        if len(self.branches()) > 2 and (other := self.other()):
            self.repo.git("branch", "-q", "-D", other)

    def merge(self) -> None:
        if other := self.other():
            extra = self.random.choice([[], ["--no-ff"], ["--squash"]])
            self.finish(self.repo.run("-c", *MERGES, "merge", "-q", "-X", "theirs", *extra, "-m" if not extra or extra != ["--squash"] else "--no-edit",
                                      *(["merged"] if extra != ["--squash"] else []), other), "merge")  # fmt: skip
            if extra == ["--squash"]:
                self.commit()

    def rebase(self) -> None:
        if other := self.other():
            how = self.random.choice(["--merge", "--apply"])
            self.finish(self.repo.run("-c", *MERGES, "rebase", "-q", how, other), "rebase")

    def cherry_pick(self) -> None:
        if other := self.other():
            self.finish(self.repo.run("-c", *MERGES, "cherry-pick", "-X", "theirs", "--allow-empty", "--keep-redundant-commits", "-m1" if self.parents(other) > 1 else "--signoff", other), "cherry-pick")

    def revert(self) -> None:
        self.finish(self.repo.run("-c", *MERGES, "revert", "--no-edit", "-X", "theirs", *(["-m1"] if self.parents("HEAD") > 1 else []), "HEAD"), "revert")

    def parents(self, rev: str) -> int:
        return len(self.repo.git("rev-list", "--parents", "-n1", rev).split()) - 1

    def finish(self, done, operation: str) -> None:
        if done.returncode:
            self.repo.run(operation, "--abort")
            self.repo.git("reset", "-q", "--hard")
            self.repo.git("clean", "-q", "-f", "-d")

    def reset(self) -> None:
        how = self.random.choice(["--hard", "--soft", "--mixed"])
        self.repo.git("reset", "-q", how, self.back())
        if how != "--hard" and self.random.random() < 0.5:
            self.commit()
        else:
            self.repo.git("reset", "-q", "--hard")
            self.repo.git("clean", "-q", "-f", "-d")

    def amend(self) -> None:
        self.edit()
        self.repo.git("add", "-A")
        self.repo.git("commit", "-q", "--amend", "--allow-empty", "--no-edit")

    def prune(self) -> None:
        self.repo.git("reflog", "expire", "--expire=now", "--all")
        self.repo.git("gc", "-q", "--prune=now")

    def stash(self) -> None:
        self.edit()
        self.repo.run("stash", "-q")
        self.repo.run("stash", "drop", "-q")


def _parents(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


ACTIONS: dict[str, int] = {
    "edits": 10, "delete": 2, "delete_folder": 1, "rename": 3, "copy": 1, "mode": 1, "link": 1, "rules": 2, "option": 2,
    "create": 2, "switch": 5, "detach": 1, "rename_branch": 1, "delete_branch": 1, "merge": 3, "rebase": 2,
    "cherry_pick": 2, "revert": 2, "reset": 2, "amend": 2, "prune": 1, "stash": 1,
}  # fmt: skip
assert all(isinstance(getattr(Life, name), Callable) for name in ACTIONS)
