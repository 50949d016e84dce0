"""What lies between the worker and the application, here without a browser."""

import asyncio
import html
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest

from listbuilder.interop.archive import packed
from listbuilder.loading import schema
from listbuilder.loading.parse import parse_text
from listbuilder.messages import spoken
from listbuilder.site import bridge
from listbuilder.site.bridge import Bridge
from listbuilder.site.browser_search import searched
from listbuilder.site.build import FolderTakenError, _data, _guide, build
from listbuilder.site.packs import listbuilder, pack, packages, unpack
from listbuilder.site.runtime import PYODIDE, Pyodide, PyodideError, is_unused
from listbuilder.web.http.assets import Assets
from tests.shipped import LIBRARY
from tests.web.conftest import bring

CHECKOUT = Path(__file__).parents[2]
TOKEN = "t" * 43
FORM = ("Content-Type", "application/x-www-form-urlencoded")


class Sent:
    """Bytes, as JavaScript has them."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def to_bytes(self) -> bytes:
        return self.data


class Worker:
    """Asks as the worker does."""

    def __init__(self, *packs: Path) -> None:
        self.bridge = Bridge("https://example.org/builder/", TOKEN, packs=packs)

    def ask(
        self, method: str, path: str, body: bytes = b"", *headers: tuple[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        path, _, query = path.partition("?")
        answer = self.bridge.answer(method, path, query, headers, Sent(body))
        status, said, data = asyncio.run(answer)
        return status, dict(said), data

    def send(self, path: str, **fields: str) -> tuple[int, dict[str, str], bytes]:
        return self.ask("POST", path, urlencode({"token": TOKEN, **fields}).encode(), FORM)


NO_DATA: dict[str, list[str] | str] = {"data": [], "packs": [], "language": "en"}


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Worker:
    monkeypatch.setattr(bridge, "ROSTERS", tmp_path / "rosters")
    return Worker()


def example(name: str) -> str:
    return str(next(at for at, path in enumerate(LIBRARY.rosters()) if path.stem == name))


def test_addresses_are_moved_to_where_the_site_is(worker: Worker) -> None:
    status, headers, page = worker.ask("GET", "/")
    assert status == 200
    assert 'href="/builder/games"' in page.decode()
    assert 'href="/games"' not in page.decode()
    assert "manifest-src 'self'" in headers["content-security-policy"]
    assert "wasm" not in headers["content-security-policy"], "only the worker compiles"
    assert "set-cookie" not in headers
    status, headers, _ = worker.send("/import", example=example("heads-over-the-wall"))
    assert (status, headers["location"]) == (303, "/builder/army/heads-over-the-wall")


def test_text_that_looks_like_an_address_stays(worker: Worker) -> None:
    worker.send("/import", example=example("heads-over-the-wall"))
    worker.send("/change", army="heads-over-the-wall", do="rename", name='<a href="/x">')
    _, _, page = worker.ask("GET", "/army/heads-over-the-wall")
    assert "&lt;a href=&#34;/x&#34;&gt;" in page.decode()


def test_language_that_is_chosen_stays_with_the_armies(worker: Worker) -> None:
    preferred = ("accept-language", "de")
    assert "Armeelisten" in worker.ask("GET", "/games", b"", preferred)[2].decode()
    status, headers, _ = worker.send("/language", language="en", back="/games")
    assert (status, headers["location"]) == (303, "/builder/games")
    assert "Army lists" in worker.ask("GET", "/games", b"", preferred)[2].decode()
    assert "Army lists" in Worker().ask("GET", "/games", b"", preferred)[2].decode()
    worker.send("/language", language="de")
    page = Worker().ask("GET", "/")[2].decode()
    assert "Armeelisten" in page
    assert 'action="/builder/language"' in page


def test_form_without_this_browsers_token_changes_nothing(worker: Worker) -> None:
    body = urlencode({"token": "x" * 43, "example": "0"}).encode()
    assert worker.ask("POST", "/import", body, FORM)[0] == 403
    assert b"There are none yet" in worker.ask("GET", "/")[2]


def test_what_needs_an_absent_program_says_so_and_offers_what_there_is(worker: Worker) -> None:
    worker.send("/import", example=example("heads-over-the-wall"))
    page = worker.ask("GET", "/army/heads-over-the-wall/solve")[2].decode()
    assert 'value="complete"' in page
    assert "nothing better is possible" in page
    assert "The answer says whether" in page, "a browser's solver may not prove it"
    assert "the army itself" not in page, "nor tell which rules can't all hold"
    assert worker.send("/army/heads-over-the-wall/solve", do="why")[0] == 501
    assert worker.ask("GET", "/army/heads-over-the-wall/sheets.pdf")[0] == 501
    page = worker.ask("GET", "/army/heads-over-the-wall/print")[2].decode()
    assert "data-print" in page
    assert "Make the PDF" not in page
    status, headers, _ = worker.ask("GET", "/army/heads-over-the-wall/sheets")
    assert status == 200
    assert headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")


@pytest.mark.parametrize(
    ("entry", "told"),
    [("Orc Warrior", "Not now: "), ("A stranger", "Nothing in the army can take that")],
)
def test_why_not_is_told_without_a_solver(worker: Worker, entry: str, told: str) -> None:
    worker.send("/import", example=example("heads-over-the-wall"))
    status, _, page = worker.send(SOLVE, do="why", entry=entry)
    assert status == 200
    assert told in html.unescape(page.decode())


def test_solver_searches_in_a_worker_and_its_answer_can_be_taken(worker: Worker) -> None:
    worker.send("/import", example=example("heads-over-the-wall"))
    heard: list[str] = []

    async def search(job: str, seconds: float) -> str:
        worker.bridge.tell("searched 0.250")
        progress = worker.bridge.answer("GET", f"{SOLVE}/progress", "", [], Sent(b""))
        heard.append((await progress)[2].decode())
        return searched(job)

    worker.bridge.connect(search, lambda: None, lambda: 0)
    _, _, page = worker.send(SOLVE, do="complete")
    (said,) = heard
    assert said.startswith("step 2, 25 % of the work it may take, ")
    assert 'value="apply:' in page.decode()


def test_remedies_are_searched_for_when_the_player_asks(worker: Worker, tmp_path: Path) -> None:
    """The solver has to be brought first, and a newer search ends an older one."""
    case = Path(__file__).parents[1] / "cases/warhammer/army.relief.max/illegal.json"
    (tmp_path / "rosters").mkdir(exist_ok=True)
    (tmp_path / "rosters/relief.json").write_bytes(case.read_bytes())
    page = worker.ask("GET", "/army/relief")[2].decode()
    (link,) = re.findall(r'class="further" href="/builder([^"]*)"[^>]*hx-trigger="click"', page)

    async def search(job: str, seconds: float) -> str:
        return searched(job)

    worker.bridge.connect(search, lambda: None, lambda: 0)
    _, _, part = worker.ask("GET", html.unescape(link), b"", ("hx-request", "true"))
    assert "Move 1.4.1 Knightly Orders (Relief force) to 1. The Empire" in part.decode()


SOLVE = "/army/heads-over-the-wall/solve"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('{"stopped": "time"}', "It was stopped after 45 seconds"),
        ('{"stopped": "asked"}', "It was stopped. The army is as it was"),
        ('{"failed": "It is not here yet."}', "It is not here yet."),
    ],
)
def test_search_that_has_no_answer_says_why(worker: Worker, said: str, told: str) -> None:
    worker.send("/import", example=example("heads-over-the-wall"))

    async def search(job: str, seconds: float) -> str:
        return said

    worker.bridge.connect(search, lambda: None, lambda: 0)
    status, _, page = worker.send(SOLVE, do="complete")
    assert status == 422
    assert told in page.decode()
    assert "There is none." not in page.decode(), "it is not known whether there is one"
    assert worker.ask("GET", f"{SOLVE}/progress")[0] == 204


def test_stopping_ends_the_search(worker: Worker) -> None:
    worker.send("/import", example=example("heads-over-the-wall"))
    ended: list[bool] = []

    async def search(job: str, seconds: float) -> str:
        status = await worker.bridge.answer(
            "POST", SOLVE, "", [FORM], Sent(urlencode({"token": TOKEN, "do": "stop"}).encode())
        )
        return '{"stopped": "asked"}' if status[0] == 204 and ended else '{"failed": "no stop"}'

    worker.bridge.connect(search, lambda: ended.append(True), lambda: 0)
    assert "It was stopped. The army" in worker.send(SOLVE, do="complete")[2].decode()


def test_job_that_cant_be_done_says_why() -> None:
    assert "failed" in searched(json.dumps({"kind": "complete", "roster": "{}", **NO_DATA}))


def test_job_whose_time_is_over_tells_what_it_found() -> None:
    path = next(path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")
    job = {"kind": "complete", "roster": path.read_text("utf-8"), "aim": "", "seconds": 0}
    said = json.loads(json.loads(searched(json.dumps({**job, **NO_DATA})))["said"])
    assert "the time was over" in said[0]["lines"][0]


def upload(data: bytes) -> tuple[bytes, tuple[str, str]]:
    parts = (
        b'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n' + TOKEN.encode() + b"\r\n",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="all.zip"\r\n'
        b"Content-Type: application/zip\r\n\r\n" + data + b"\r\n--x--\r\n",
    )
    return b"".join(parts), ("Content-Type", "multipart/form-data; boundary=x")


def test_all_armies_go_out_as_one_archive_and_come_back(worker: Worker) -> None:
    for name in ("heads-over-the-wall", "the-walls-of-the-reikland"):
        worker.send("/import", example=example(name))
    one = worker.ask("GET", "/army/heads-over-the-wall/export")[2]
    archive = worker.ask("GET", "/armies.zip")[2]
    for name in ("heads-over-the-wall", "the-walls-of-the-reikland"):
        worker.send("/change", army=name, do="delete")
    body, kind = upload(archive)
    assert worker.ask("POST", "/import", body, kind)[:2][0] == 303
    assert worker.ask("GET", "/army/heads-over-the-wall/export")[2] == one
    assert worker.ask("GET", "/army/the-walls-of-the-reikland")[0] == 200


def test_archive_with_one_bad_army_brings_none(worker: Worker) -> None:
    good = next(path for path in LIBRARY.rosters() if path.stem == "heads-over-the-wall")
    body, kind = upload(packed([("good.json", good.read_bytes()), ("bad.json", b"{}")]))
    status, _, page = worker.ask("POST", "/import", body, kind)
    assert status == 422
    assert "bad.json" in page.decode()
    assert worker.ask("GET", "/army/good")[0] == 404


def test_bad_file_is_told_shorter_where_jsonschema_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    schema._validator.cache_clear()
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    (finding,) = schema.schema_findings(parse_text("{}", "army.json"), "roster")
    assert "no good roster" in finding.message
    assert "“listbuilder check” on a computer tells it" in finding.message


def test_site_for_an_event_begins_armies_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "ROSTERS", tmp_path / "rosters")
    event = next(path for path in LIBRARY.events() if path.parent.parent.name == "mesbg")
    name = json.loads(event.read_text(encoding="utf-8"))["name"]
    packed = dict(_data([], [event]))["packs/000.json"]
    assert packed == event.read_bytes()
    worker = Worker(event)
    assert f"For {name}, whose rules hold, too." in worker.ask("GET", "/new/mesbg")[2].decode()
    assert "whose rules hold" not in worker.ask("GET", "/new/warhammer")[2].decode()


def test_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(FolderTakenError, match="nothing was written"):
        build(tmp_path, pyodide=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_another_pyodide_is_refused(tmp_path: Path) -> None:
    for name in PYODIDE.hashes:
        (tmp_path / name).write_bytes(b"another")
    with pytest.raises(PyodideError, match="the only version"):
        build(tmp_path / "site", pyodide=tmp_path)
    assert not (tmp_path / "site").exists()
    with pytest.raises(PyodideError, match="can't be read"):
        Pyodide(tmp_path / "nowhere").read("pyodide.mjs")


VISITED = """
import asyncio, sys
from pathlib import Path
from listbuilder.sheets.render import advances
from listbuilder.site import bridge
advances._advances_of = lambda path: dict.fromkeys(map(chr, range(0x3000)), 0.5)  # as listed
bridge.ROSTERS = Path(sys.argv[1])
worker = bridge.Bridge("https://example.org/", "t" * 43)
worker.warm()
class Nothing:
    def to_bytes(self):
        return b""
army = next(bridge.ROSTERS.glob("*.json")).stem
of_army = ("", "/castle", "/solve", "/odds", "/play", "/print", "/sheets", "/share", "/export")
others = ("/", "/examples", "/games", "/shared", "/collection", "/compare", "/armies.zip")
for path in (*others, *(f"/army/{army}{page}" for page in of_army)):
    status = asyncio.run(worker.answer("GET", path, "", [], Nothing()))[0]
    assert status == 200, (path, status)
for name, module in sorted(sys.modules.items()):
    if file := getattr(module, "__file__", None):
        print(name, file)
"""
OF_THIS_MACHINE = {"__main__", "_distutils_hack", "markupsafe._speedups", "sitecustomize"}
"""Modules that are there, and not needed."""


def test_pages_import_no_more_than_a_site_holds(tmp_path: Path) -> None:
    bring(tmp_path, "the-walls-of-the-reikland")
    command = [sys.executable, "-c", VISITED, str(tmp_path)]
    # Where cover is measured, a process would load what measures it, too.
    plain = {key: said for key, said in os.environ.items() if not key.startswith("COVERAGE")}
    said = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=CHECKOUT, env=plain
    )
    loaded = dict(line.split(" ", 1) for line in said.stdout.splitlines())
    held = {path for path, _ in [*packages(), *listbuilder(CHECKOUT / "listbuilder")]}
    library = Path(os.__file__).parent
    absent = set()
    for name, file in loaded.items():
        path = Path(file)
        is_librarys = path.is_relative_to(library) and "site-packages" not in path.parts
        own = f"{name.replace('.', '/')}{'/__init__' * (path.stem == '__init__')}.py"
        if is_unused(own) if is_librarys else own not in held:
            absent.add(name)
    assert absent - OF_THIS_MACHINE == set()


def test_guide_is_files_that_lead_to_each_other_wherever_the_site_is() -> None:
    with spoken("de"):  # the language of whoever builds
        files = dict(_guide(Assets()))
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    assert len(pages) > 10
    for name, text in pages.items():
        assert '<html lang="en">' in text, "as the guide is"
        assert '="/' not in text, name
        for address in re.findall(r'(?:href|src)="(?!https?:)([^"#]+)', text):
            assert address.startswith("../") or f"guide/{address}" in files, f"{name}: {address}"


def test_pack_gives_back_what_was_packed() -> None:
    files = [("a/b.py", b"one"), ("empty", b""), ("ü", b"\x00\xff")]
    assert unpack(pack(files)) == files


def test_only_whole_modules_of_pythons_library_are_left_out() -> None:
    assert is_unused("unittest/mock.py")
    assert is_unused("pdb.py")
    assert not is_unused("unittestable.py")


@pytest.mark.parametrize(
    ("script", "call"),
    [
        ("worker.js", r"const {{ (?P<name>\w+)[^}}]*}} = {module}"),
        ("search.mjs", r"{module}\.(?P<name>\w+)"),
    ],
)
def test_scripts_call_functions_that_there_are(script: str, call: str) -> None:
    text = (CHECKOUT / "templates/site" / script).read_text(encoding="utf-8")
    found = re.search(call.format(module=r'python\.pyimport\("(?P<module>[\w.]+)"\)'), text)
    assert found is not None
    assert callable(getattr(importlib.import_module(found["module"]), found["name"], None))
