"""What a person sees who has mistyped an option, keeps a bare repository, or takes the hooks out again."""
from __future__ import annotations

import json

import pytest

from tests.support.served import coderag


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("coderag.map", "*.py = klingon", "coderag.map: no language 'klingon'"),
        ("coderag.maxFileSize", "large", "coderag.maxfilesize: 'large' is not a number"),
    ],
)
def test_a_bad_option_is_named_and_hides_nothing_else(work, key, value, said):
    work.git("config", key, value)
    refused = work.coderag("search", "retry", check=False)
    assert refused.returncode == 2 and said in refused.stderr and "hint: " in refused.stderr
    status = work.coderag("status")
    assert status.stdout.count("options     ") == 1 and f"options     {said}" in status.stdout
    assert "contents    3 files" in status.stdout and "installed: post-commit" in status.stdout
    assert said in work.status()["options"]
    doctor = work.coderag("doctor", check=False)
    assert doctor.returncode == 1 and f"FAIL  options: {said}" in doctor.stdout
    assert "ok    hook post-commit" in doctor.stdout and "ok    grammars" in doctor.stdout
    work.git("config", "--unset", key)
    assert "options" not in work.status() and work.coderag("search", "retry").returncode == 0


def test_a_bad_option_before_the_first_index(work):
    work.coderag("uninstall-hooks")
    work.git("config", "coderag.workers", "many")
    fresh = work.repo.clone("fresh")
    fresh.git("config", "coderag.workers", "many")
    status = coderag(fresh.path, fresh.env, "status").stdout
    assert "NOT INDEXED" in status and "options     coderag.workers: 'many' is not a number" in status


def test_a_running_server_says_it_too(work, server):
    assert "options" not in server.ask("index_status")
    work.git("config", "coderag.map", "*.py = klingon")
    assert "no language 'klingon'" in server.ask("index_status")["options"]
    assert "no language 'klingon'" in server.refusal("search_code", query="retry")


def test_a_language_may_go_by_another_name(work):
    work.git("config", "coderag.map", "*.md = Golang")
    work.coderag("reindex")
    assert {"go", "python"} == set(work.status()["snapshot"]["languages"])


def test_a_bare_repository_needs_no_hooks(work):
    bare = work.repo.clone("bare.git", "--bare")
    done = coderag(bare.path, bare.env, "init")
    assert "bare" in done.stderr and "hooks installed" not in done.stdout and "3 files" in done.stdout
    assert not (bare.path / "hooks" / "post-commit").exists()
    assert "needs none" in coderag(bare.path, bare.env, "status").stdout
    assert "ok    hooks: a bare repository needs none" in coderag(bare.path, bare.env, "doctor", check=False).stdout
    assert "in its worktrees" in coderag(bare.path, bare.env, "install-hooks").stdout


def test_uninstalling_does_not_advise_to_install(work):
    work.coderag("uninstall-hooks")
    hook = work.repo.path / ".git" / "hooks" / "post-commit"
    hook.write_text("#!/bin/sh\necho other\n")
    hook.chmod(0o755)
    work.coderag("install-hooks")
    done = work.coderag("uninstall-hooks")
    assert "foreign-only: post-commit" in done.stdout and "install-hooks" not in done.stdout
    rows = json.loads(work.coderag("uninstall-hooks", "--json").stdout)["hooks"]
    assert [r["state"] for r in rows if r["name"] == "post-commit"] == ["foreign-only"]
    assert not any("install-hooks" in r["detail"] for r in rows)


def test_a_folder_or_a_name_that_is_not_there_gets_a_next_step(work):
    folder = work.coderag("outline", "docs", check=False)
    assert "'docs' is a folder" in folder.stderr and "tree" in folder.stderr and "get_repo_structure" not in folder.stderr
    assert "hint: " in work.coderag("tree", "zzqx/unheard", check=False).stderr
    assert "try: coderag search zzqx_unheard" in work.coderag("symbol", "zzqx_unheard").stdout
