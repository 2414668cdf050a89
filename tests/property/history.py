"""A random but reproducible life of a repository: every action is one or a few real git commands.

Actions are performed in ``life.repo``, which is one of ``life.trees``: the main worktree and up to two linked ones.
``life.midway`` is called where an operation has stopped for a conflict, before it is resolved or given up.
"""
from __future__ import annotations

import random
from collections.abc import Callable

from tests.support.git import NO_HOOKS, Repo
from tests.support.index import patient

ENDINGS = [".py"] * 5 + [".md", ".txt", ".json", ".min.js", "", ".go", ".ts"]
FOLDERS = ["", "src/", "src/deep/", "tests/", "docs/", "vendor/"]
WORDS = "order total retry delay parse config value cache token index merge branch commit queue worker limit".split()
MERGES = ["merge.conflictStyle=merge", "-c", "core.editor=true"]


class Life:
    def __init__(self, folder, seed: int) -> None:
        self.random = random.Random(seed)
        self.repo = patient(Repo(folder))
        self.repo.env.update(NO_HOOKS)
        self.trees = [self.repo]
        self.midway: Callable[[], None] = lambda: None
        self.done: list[str] = []
        self.count = 0
        for _ in range(6):
            self.edit()
        self.repo.commit()

    def files(self) -> list[str]:
        return [f for f in self.repo.git("ls-files", "-z").split("\0") if f]

    def blocked(self, path: str) -> bool:
        """Whether a file or link stands where the path needs a folder."""
        above = [self.repo.path / p for p in _parents(path)]
        return any(p.is_symlink() or p.is_file() for p in above)

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

    def other_language(self, path: str) -> str:
        r, self.count = self.random, self.count + 1
        word = "func" if path.endswith(".go") else "function"
        head = "package orders\n\n" if word == "func" else ""
        names = [w + r.choice(WORDS).title() for w in r.sample(WORDS, r.randint(1, 3))]
        return head + "\n".join(f"{word} {n}() {{\n\t{r.choice(names)}()\n}}\n" for n in names)

    def edit(self) -> None:
        r = self.random
        path = self.some_file() if r.random() < 0.5 else None
        if path is None:
            stem = r.choice(WORDS) + str(r.randint(0, 12))
            path = r.choice(FOLDERS) + stem + r.choice(ENDINGS)
        target = self.repo.path / path
        if target.is_dir() or self.blocked(path) or target.is_symlink():
            return
        if path.endswith((".go", ".ts")):
            self.repo.write(path, self.other_language(path))
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
            if self.blocked(new):
                return
            (self.repo.path / new).parent.mkdir(parents=True, exist_ok=True)
            self.repo.run("mv", "-f", "--", path, new)
            self.commit()

    def copy(self) -> None:
        path = self.some_file()
        if path and (self.repo.path / path).is_file() and not (self.repo.path / f"{path}.copy.py").is_dir():
            self.repo.write(f"{path}.copy.py", (self.repo.path / path).read_bytes())
            self.commit()

    def mode(self) -> None:
        if path := self.some_file():
            self.repo.run("update-index", self.random.choice(["--chmod=+x", "--chmod=-x"]), "--", path)
            self.repo.commit(add=False)
            self.clean()

    def link(self) -> None:
        path = self.some_file()
        if path and (self.repo.path / path).is_file():
            (self.repo.path / path).unlink()
            (self.repo.path / path).symlink_to("elsewhere")
            self.commit()

    def file_to_folder(self) -> None:
        path = self.some_file()
        if path and (self.repo.path / path).is_file() and not (self.repo.path / path).is_symlink():
            data = (self.repo.path / path).read_bytes()
            self.repo.rm(path)
            self.repo.write(f"{path}/inner.py", data)
            self.commit()

    def folder_to_file(self) -> None:
        folder = self.random.choice(FOLDERS[1:]).rstrip("/")
        if (self.repo.path / folder).is_dir():
            self.repo.rm(folder)
            self.repo.write(folder, self.body())
            self.commit()
            self.repo.rm(folder)
            self.commit()

    def gitlink(self) -> None:
        """A submodule comes, moves or goes, as far as the commit tells."""
        if self.random.random() < 0.6:
            self.repo.run("update-index", "--add", "--cacheinfo", f"160000,{self.random.randbytes(20).hex()},lib")
        else:
            self.repo.run("rm", "-q", "--cached", "lib")
        self.repo.commit(add=False)
        self.clean()

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
        """A branch that no worktree has checked out."""
        taken = {tree.git("branch", "--show-current") for tree in self.trees}
        names = [b for b in self.branches() if b and b not in taken]
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
            how = self.random.choice([[], ["--no-ff"], ["--squash"], ["-X", "theirs"]])
            done = self.repo.run("-c", *MERGES, "merge", "-q", "-m", "merged", *how, other)
            if done.returncode:
                self.stopped("merge")
            elif how == ["--squash"]:
                self.commit()

    def octopus(self) -> None:
        names = [b for b in (self.other(), self.other(), self.other()) if b]
        if names and self.repo.run("-c", *MERGES, "merge", "-q", "-m", "many", *names).returncode:
            self.repo.run("merge", "--abort")
            self.clean()

    def rebase(self) -> None:
        if other := self.other():
            how = self.random.choice(["--merge", "--apply"])
            if self.repo.run("-c", *MERGES, "rebase", "-q", how, other).returncode:
                self.stopped("rebase")

    def rebase_upwards(self) -> None:
        """The last commits in another order, two of them melted into one."""
        if self.parents("HEAD") == 1:
            editor = self.random.choice(["sed -i '1!G;h;$!d'", "sed -i '2s/^pick/fixup/'", "true"])
            if self.repo.run("-c", f"sequence.editor={editor}", "-c", *MERGES, "rebase", "-q", "-i", self.back()).returncode:
                self.stopped("rebase")

    def stopped(self, operation: str) -> None:
        """An operation waits for a person: who resolves every conflict, or gives up."""
        self.midway()
        for _ in range(8):
            if self.random.random() < 0.25 or not self.resolve():
                break
            if self.repo.run("-c", *MERGES, operation, "--continue").returncode == 0:
                return
        self.repo.run(operation, "--abort")
        self.clean()

    def resolve(self) -> bool:
        """Keep both sides of what differs, or whichever there is; False if there is nothing to resolve."""
        names = [f for f in self.repo.git("diff", "--name-only", "--diff-filter=U", "-z").split("\0") if f]
        for name in names:
            path = self.repo.path / name
            if path.is_file() and not path.is_symlink():
                lines = path.read_bytes().splitlines(keepends=True)
                path.write_bytes(b"".join(x for x in lines if not x.startswith((b"<<<<<<<", b"=======", b">>>>>>>"))))
            self.repo.run("add", "-A", "--", name)
        return bool(names)

    def clean(self) -> None:
        self.repo.git("reset", "-q", "--hard")
        self.repo.git("clean", "-q", "-f", "-d")

    def cherry_pick(self) -> None:
        if other := self.other():
            how = [*self.random.choice([[], ["-X", "theirs"]]), *(["-m1"] if self.parents(other) > 1 else [])]
            if self.repo.run("-c", *MERGES, "cherry-pick", "--allow-empty", "--keep-redundant-commits", *how, other).returncode:
                self.stopped("cherry-pick")

    def revert(self) -> None:
        first = ["-m1"] if self.parents("HEAD") > 1 else []
        if self.repo.run("-c", *MERGES, "revert", "--no-edit", *first, "HEAD").returncode:
            self.stopped("revert")

    def parents(self, rev: str) -> int:
        return len(self.repo.git("rev-list", "--parents", "-n1", rev).split()) - 1

    def reset(self) -> None:
        how = self.random.choice(["--hard", "--soft", "--mixed"])
        self.repo.git("reset", "-q", how, self.back())
        if how != "--hard" and self.random.random() < 0.5:
            self.commit()
        else:
            self.clean()

    def amend(self) -> None:
        self.edit()
        self.repo.git("add", "-A")
        self.repo.git("commit", "-q", "--amend", "--allow-empty", "--no-edit")

    # worktrees

    def worktree(self) -> None:
        if len(self.trees) < 3:
            self.count += 1
            how = self.random.choice([["-b", f"w{self.count}"], ["--detach"], ["--detach", self.back()]])
            self.trees.append(self.repo.worktree(f"tree{self.count}", *how))
            self.repo = self.trees[-1]

    def move(self) -> None:
        """Go on in another worktree."""
        self.repo = self.random.choice(self.trees)

    def drop_worktree(self) -> None:
        if self.repo is not self.trees[0]:
            gone, self.repo = self.repo, self.trees[0]
            self.trees.remove(gone)
            self.repo.git("worktree", "remove", "--force", str(gone.path))

    # what git does for itself

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
    "edits": 10, "delete": 2, "delete_folder": 1, "rename": 3, "copy": 1, "mode": 1, "link": 1, "file_to_folder": 1,
    "folder_to_file": 1, "gitlink": 1, "rules": 2, "option": 2,
    "create": 2, "switch": 5, "detach": 1, "rename_branch": 1, "delete_branch": 1, "merge": 4, "octopus": 1, "rebase": 3,
    "rebase_upwards": 1, "cherry_pick": 2, "revert": 2, "reset": 2, "amend": 2, "prune": 1, "stash": 1,
    "worktree": 1, "move": 3, "drop_worktree": 1,
}  # fmt: skip
assert all(isinstance(getattr(Life, name), Callable) for name in ACTIONS)
