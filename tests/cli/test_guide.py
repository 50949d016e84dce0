"""The README and the guide work, command by command, and say what the commands say."""

import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from listbuilder.cli import COMMANDS
from listbuilder.web.views.guide_pages import guide_page, guide_pages, guide_pictures
from tests.cli.conftest import Run
from tests.pictures import SCREENS, TAKEN

CHECKOUT = Path(__file__).resolve().parents[2]
README = CHECKOUT / "README.md"
KEEPERS_PAGE = CHECKOUT / "catalogues" / "README.md"
GUIDE = CHECKOUT / "docs" / "guide"
PAGES = [README, *sorted(GUIDE.glob("*.md"))]
OTHERS = [
    CHECKOUT / "docs" / name
    for name in ("events.md", "other-programs.md", "editors.md", "solver.md", "shipped-games.md")
]
INTEROP = CHECKOUT / "tests" / "interop"
GIVEN = {
    "other-programs.md": {
        "theirs.ros": INTEROP / "files" / "engine-and-a-stranger.ros",
        "army.json": INTEROP / "files" / "for-data.json",
        "middle-earth/Mordor.cat": INTEROP / "data" / "mordor.cat",
        "middle-earth/system.gst": INTEROP / "data" / "system.gst",
    }
}
"""Files that a page takes for granted."""

PICTURE = re.compile(r'!\[[^\]]*\]\(([^)]+)\)|src="([^"]+)"')
BLOCK = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ listbuilder (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
ENDING = re.compile(r"# ends with ([0-9])$")
ANYTHING = "…"


TRANSLATED = sorted((CHECKOUT / "docs" / "de").rglob("*.md"))


def name_of(page: Path) -> str:
    return page.relative_to(CHECKOUT).as_posix()


def commands(page: Path) -> list[tuple[str, int, list[str]]]:
    """The commands of a page, what each ends with, and the lines shown below it."""
    found = []
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for command, shown in COMMAND.findall(block):
            ending = ENDING.search(command)
            lines = [line for line in shown.splitlines() if not line.startswith("listbuilder ")]
            found.append((command, int(ending[1]) if ending else 0, lines))
    return found


WITH_COMMANDS = [page for page in PAGES + OTHERS if commands(page)]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_commands_of_a_page_work_one_after_the_other(page: Path, run: Run) -> None:
    for name, source in GIVEN.get(page.name, {}).items():
        Path(name).parent.mkdir(exist_ok=True)
        shutil.copy(source, name)
    for command, code, shown in commands(page):
        said = run(*shlex.split(command, comments=True))
        assert said.code == code, f"{command}\n{said.out}{said.err}"
        told = iter((said.err + said.out).splitlines())
        for line in shown:
            if line != ANYTHING:
                assert line in told, f"{command}: {line}"
        for name, pictured in SCREENS.items():
            if (pictured.page, pictured.command) == (page.name, command):
                picture = (GUIDE / name).read_text(encoding="utf-8")
                assert picture == pictured.draw(), f"{name} is out of date: make pictures"
    for pdf in Path().glob("*.pdf"):
        assert pdf.read_bytes().startswith(b"%PDF")


def test_every_page_of_the_guide_and_all_it_leads_to_is_a_page_to_read() -> None:
    published = {path: name for name, path in guide_pages().items()}
    assert {*GUIDE.glob("*.md")} <= published.keys()
    for name in guide_pages():
        page = guide_page(name)
        assert page
        assert page.title
        links = re.findall(r'(?:href|src)="([^":]*)"', page.html)
        for link in links:
            target, _, anchor = link.partition("#")
            held = guide_page(target or name)
            assert held or target in guide_pictures(), f"{name}: {link}"
            assert not anchor or (held and f'id="{anchor}"' in held.html), f"{name}: {link}"


def test_every_picture_is_made_of_the_running_program() -> None:
    made = {name for names in TAKEN.values() for name in names} | {"rooms.svg"}
    documents = CHECKOUT / "docs"
    found = {path for kind in ("*.png", "*.svg") for path in documents.rglob(kind)}
    assert {path.relative_to(documents).as_posix() for path in found} == made
    shown = {
        (page.parent / (one or other)).resolve()
        for page in [README, KEEPERS_PAGE, *documents.rglob("*.md")]
        for one, other in PICTURE.findall(page.read_text(encoding="utf-8"))
    }
    assert shown == found, "each is shown, and each that is shown is there"


def test_editors_are_told_to_start_the_language_server() -> None:
    text = (CHECKOUT / "docs" / "editors.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"## (.*)\n(?:(?!```).*\n)*```\w+\n((?:(?!```).*\n)*)```", text))
    code = json.loads(blocks["VS Code"])
    helix = tomllib.loads(blocks["Helix"])
    zed = json.loads(blocks["Zed"])
    (neovim,) = re.findall(r"cmd = \{ (.*) \}", blocks["Neovim (0.11)"])
    server = helix["language-server"]["listbuilder"]
    asked = [
        [code["glspc.server.command"], *code["glspc.server.commandArguments"]],
        [word.strip('" ') for word in neovim.split(",")],
        [server["command"], *server["args"]],
    ]
    assert asked == [["listbuilder", "lsp"]] * 3
    assert "listbuilder" in helix["language"][0]["language-servers"]
    assert "listbuilder" in zed["languages"]["JSON"]["language_servers"]
    assert blocks.keys() == {"VS Code", "Neovim (0.11)", "Zed", "Helix"}
    assert "lsp" in COMMANDS


def test_every_command_is_in_the_guide() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES + OTHERS)
    assert [name for name in COMMANDS if f"listbuilder {name}" not in text] == []


@pytest.mark.parametrize("page", PAGES + OTHERS, ids=name_of)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^":]+)"', text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_python_example_works(run: Run, army: Path) -> None:
    text = (GUIDE / "keep-data.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    run("add", army, "orc-captain")
    exec(code, {})


def test_the_packs_of_the_page_for_events_are_in_order(run: Run) -> None:
    text = (CHECKOUT / "docs" / "events.md").read_text(encoding="utf-8")
    smallest, more = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    for pack in (json.loads(smallest), json.loads(smallest) | json.loads(f"{{{more}}}")):
        Path("event.json").write_text(json.dumps(pack, indent=2) + "\n", encoding="utf-8")
        said = run("lint", "--strict", "event.json")
        assert said.code == 0, said.out


def test_each_way_in_is_a_screen() -> None:
    parts = re.split(r"^## ", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert [part.partition("\n")[0] for part in parts[1:5]] == [
        "I play",
        "I run events",
        "I keep data",
        "I build Listbuilder",
    ]
    assert max(len(part.splitlines()) for part in parts) <= 24


@pytest.mark.parametrize("page", TRANSLATED, ids=name_of)
def test_translated_page_has_the_commands_and_pictures_of_the_english_one(page: Path) -> None:
    english = CHECKOUT / "docs" / page.relative_to(CHECKOUT / "docs" / "de")
    assert [one[:2] for one in commands(page)] == [one[:2] for one in commands(english)]
    texts = [one.read_text(encoding="utf-8") for one in (page, english)]
    shown = [
        [(one.parent / (found[1] or found[2])).resolve() for found in PICTURE.finditer(text)]
        for one, text in zip((page, english), texts, strict=True)
    ]
    assert shown[0] == shown[1]
    for address in re.findall(r"\]\(([^)#\s]+)", texts[0]):
        assert (page.parent / address).exists(), address
    levels = [re.findall(r"^#+ ", text, re.MULTILINE) for text in texts]
    assert levels[0] == levels[1][: len(levels[0])]


def test_guide_is_read_in_german_as_far_as_it_is_written() -> None:
    german, english = guide_page("mend-an-army.html", "de"), guide_page("odds.html", "de")
    assert german is not None
    assert english is not None
    assert (german.title, german.language, english.language) == (
        "Eine Armee reparieren",
        "de",
        "en",
    )
    start = guide_page("index.html", "de")
    assert start is not None
    assert {"build-an-army.html", "events.html", "odds.html"} <= {
        *re.findall(r'href="([^"]+)"', start.html)
    }
    assert not [
        one for one in re.findall(r'(?:href|src)="([^"]+)"', start.html) if one.startswith("..")
    ]
