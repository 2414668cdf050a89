"""What an outline says of a file that defines little and hands on much, and of a path that is not there."""
from __future__ import annotations

import pytest

from coderag.errors import UsageError

FILES = {
    "web/index.ts": "export * from './actions';\nexport { Actor, start as begin } from './actor';\nexport * as guards from './guards';\n",
    "web/mixed.ts": "import { Actor } from './actor';\nfunction own() {}\nexport { own };\nexport { Actor };\n",
    "web/actor.ts": "export class Actor {}\nexport function start() {}\n",
    "web/many.ts": "".join(f"export {{ n{i} }} from './names';\n" for i in range(103)),
    "net/mod.rs": "mod retry;\npub use self::retry::Retry;\n",
}


@pytest.mark.parametrize(
    ("path", "note"),
    [
        ("web/index.ts", "hands on from elsewhere: all of ./actions, all of ./guards as guards; Actor, start as begin from ./actor"),
        ("web/mixed.ts", "hands on from elsewhere: Actor"),
        ("net/mod.rs", "hands on from elsewhere: Retry from self::retry"),
    ],
)
def test_what_a_file_hands_on(code, path, note):
    assert code(FILES).engine.outline(path).notes == (note,)


def test_a_long_list_is_cut(code):
    (note,) = code(FILES).engine.outline("web/many.ts").notes
    assert note.endswith("n99 from ./names; and 3 more")


def test_a_file_without_exports_says_nothing(code):
    assert code(FILES).engine.outline("web/actor.ts").notes == ()


@pytest.mark.parametrize("path", ["nowhere/actor.ts", "lib/actr.ts", "actors.ts"])
def test_a_path_that_is_not_there_is_told_the_nearest(code, path):
    with pytest.raises(UsageError) as error:
        code(FILES).engine.outline(path)
    assert "web/actor.ts" in error.value.hint
