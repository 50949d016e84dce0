"""What a shell offers after a Tab."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from listbuilder.cli import commands
from tests.cli.conftest import Run


def offered(*words: str, begun: str = "") -> list[str]:
    shell = ShellComplete(commands, {}, "listbuilder", "_LISTBUILDER_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), begun)]


def test_commands_rulesets_and_army_lists_complete() -> None:
    assert offered(begun="re") == ["remove", "repair", "reference"]
    assert offered("new", begun="m") == ["mesbg"]
    assert offered("new", "mesbg", begun="mi") == ["minas-tirith"]


def test_filters_complete_from_the_game_that_is_named_or_from_all() -> None:
    assert offered("browse", "mesbg", "--keyword", begun="cata") == ["catapult"]
    assert offered("browse", "--keyword", begun="stone-") == ["stone-thrower"]
    assert offered("browse", "warhammer", "--kind", begun="w") == ["war-machines"]


def test_entries_and_selections_complete_from_the_file(run: Run, army: Path) -> None:
    run("add", army, "orc-captain")
    assert "gothmog-lieutenant-of-sauron" in offered("add", str(army), begun="goth")
    assert offered("remove", str(army), begun="1.") == ["1.1", "1.1.1"]


def test_a_bad_file_offers_nothing(run: Run) -> None:
    Path("bad.json").write_text("{", encoding="utf-8")
    assert offered("remove", "bad.json") == []


def test_a_bad_army_list_is_offered_beside_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "mesbg"
    folder.mkdir()
    (folder / "minas-morgul.json").write_text("{", encoding="utf-8")
    monkeypatch.setenv("LISTBUILDER_DATA", str(tmp_path))
    assert offered("new", "mesbg", begun="mi") == ["minas-morgul", "minas-tirith"]


def test_options_complete_from_what_the_entry_may_ever_have(run: Run) -> None:
    run("new", "warhammer", "empire", "--choose", "side=defender", "-o", "walls.json")
    for begun, unit, found in (
        ("flaming", "handgunners", ["flaming-ammunition"]),
        ("flaming", "halberdiers", []),
        ("siege", "great-cannon", ["siege-ammunition"]),
        ("siege", "handgunners", []),
    ):
        assert offered("add", "walls.json", unit, "--with", begun=begun) == found
    assert offered("add", "nothing.json", "halberdiers", "--with", begun="m") == []
