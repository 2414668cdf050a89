"""The page of ``coderag ui``: what it serves and to whom; and, where a browser is installed, what a person sees."""
from __future__ import annotations

import http.client
import json
import re
import shutil
import subprocess
import sys
from urllib.parse import quote

import pytest

from tests.support.git import NO_HOOKS, Repo

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
EVIL = "def total(lines):\n    return '<img src=x onerror=alert(1)>'\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Host and port of a served repository."""
    repo = Repo(tmp_path_factory.mktemp("ui"), "shop")
    repo.env.update(NO_HOOKS)
    repo.write("src/cart.py", "class Cart:\n    def add(self, line):\n        self.lines.append(line)\n\n\n" + EVIL)
    repo.commit("first")
    repo.git("config", "coderag.queryBudget", "30000")
    command = [sys.executable, "-m", "coderag.cli", "ui", "--no-browser"]
    process = subprocess.Popen(command, cwd=repo.path, env=repo.env, stderr=subprocess.PIPE, text=True)
    try:
        yield re.search(r"page http://([\d.:]+)/", process.stderr.readline())[1]
    finally:
        process.terminate()
        process.wait(20)
        process.stderr.close()


def get(page: str, path: str, host: str | None = None) -> tuple[int, str, dict]:
    connection = http.client.HTTPConnection(page, timeout=60)
    connection.request("GET", path, headers={"Host": host or page})
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), dict(answer.getheaders())


def test_the_page_runs_nothing_but_itself(page):
    status, text, headers = get(page, "/")
    assert status == 200 and "default-src 'none'" in headers["content-security-policy"]
    assert "http" not in text and not re.search(r"<script>|\bon[a-z]+=|style=", text)
    for name in re.findall(r'(?:src|href)="(page[^"]*)"', text):
        assert get(page, f"/{name}")[0] == 200


def test_a_file_with_its_chunks(page):
    status, text, _ = get(page, "/file.json?path=src/cart.py")
    answer = json.loads(text)
    assert status == 200 and answer["line"].endswith(", current")
    assert [c["symbol"] for c in answer["chunks"]] == ["Cart", "total"] and answer["text"].endswith("onerror=alert(1)>'")
    for path, words in (("../secret", "outside the repository"), ("src/none.py", "no file 'src/none.py'"), ("src", "is a folder")):
        status, text, _ = get(page, f"/file.json?path={quote(path)}")
        assert status == 400 and words in json.loads(text)["error"]


@pytest.mark.parametrize("path", ["/", "/page.js", "/file.json?path=src/cart.py", "/repositories.json"])
def test_another_host_name_gets_nothing(page, path):
    assert get(page, path, "rebound.example:80")[:2] == (421, "Invalid Host header")


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome on this machine")
def test_in_a_browser(page, tmp_path):
    def shown(fragment: str) -> str:
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}"]
        command += ["--virtual-time-budget=8000", "--dump-dom", f"http://{page}/#{fragment}"]
        return subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout

    hits = shown("query=total&tool=search_code")
    assert "src/cart.py:6-7" in hits and ", current</p>" in hits
    assert "&lt;img src=x onerror" in hits and "<img" not in hits
    assert "chunk 1-" in shown("file=src/cart.py&line=1")
