"""The doors by which a file comes in: commands, pages to print and to browse; each is tried."""

from __future__ import annotations

import io
import json
import logging
import random
import tempfile
import traceback
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from urllib.parse import quote

import attrs
import click

from listbuilder.checking.check import check_file
from listbuilder.cli import USAGE, commands
from listbuilder.content.reference import whole_reference
from listbuilder.errors import ListbuilderError
from listbuilder.loading.library import Library
from listbuilder.loading.schema import FileKind
from listbuilder.report.formats import FORMATS
from listbuilder.sheets.options import AS_IS
from listbuilder.sheets.render.html import reference_html
from tests.fuzz.bundles import GAME, LIST, Bundle
from tests.fuzz.guard import HungError, Slowest, guarded
from tests.fuzz.mutators import HOSTILE
from tests.web.browser import HOST, Browser

CODES = (0, 1, 2, 4)
"""Exit codes that say something of a file; 3 is a bug of ours."""
MOST_SAID = 8_000_000
"""Letters of an answer; past them it is a flood."""


@attrs.frozen
class Fault:
    """Something that went wrong.

    Attributes:
        door: where.
        signature: alike for faults of one cause: what was raised, and where in our code.
        trace: the whole of it.
    """

    door: str
    signature: str
    trace: str


@attrs.frozen
class Visit:
    """One game on its way through a door.

    Attributes:
        paths: of its files.
        data: the folder of them.
        before: a folder of the game as it was shipped, to compare with.
        library: of the data; a door that is no command may have one of its own.
        chance: chooses among formats and pages.
    """

    paths: dict[FileKind, Path]
    data: Path
    before: Path
    library: Library
    chance: random.Random

    def call(self, name: str, *arguments: str | Path) -> str:
        """Call a command in this process, with a library that the commands of a visit share.

        Raises:
            Exception: whatever the command line does not turn into a message.
        """
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            try:
                words = [str(one) for one in arguments]
                data = () if name == "lint" else self.library
                code = command.main(words, name, obj=data, standalone_mode=False)
            except click.ClickException as error:
                error.show()
                code = error.exit_code
            except ListbuilderError:
                code = USAGE
        assert (code or 0) in CODES, f"exit {code}"
        said = out.getvalue()
        assert len(said) <= MOST_SAID, f"a flood of {len(said)} letters"
        return said

    def told(self, form: str, name: str, *arguments: str | Path) -> None:
        """Call a command with a format, and read what it says as that."""
        said = self.call(name, *arguments, "--format", form)
        if form in ("json", "sarif") and said.lstrip().startswith(("{", "[")):
            json.loads(said)
        elif form == "junit" and said.startswith("<"):
            ET.fromstring(said)
        else:
            plain(said)


def plain(said: str) -> None:
    """Hold what is told on a terminal to letters that a terminal takes for such."""
    wrong = {one for one in said if unicodedata.category(one) in ("Cc", "Cs") and one != "\n"}
    assert not wrong, f"control characters on the terminal: {sorted(wrong)!a}"


Door = Callable[[Visit], None]
DOORS: dict[str, Door] = {}
OPEN: dict[str, tuple[FileKind, ...]] = {}
"""Which kinds of files each door takes in."""


def door(*kinds: FileKind) -> Callable[[Door], Door]:
    """Keep a way in."""

    def keep(function: Door) -> Door:
        DOORS[function.__name__] = function
        OPEN[function.__name__] = kinds
        return function

    return keep


@door("ruleset", "catalogue", "roster", "event")
def check(visit: Visit) -> None:
    """The roster, alone and at the event, in one of the formats."""
    result = check_file(visit.paths["roster"], visit.library)
    assert result.verdict in ("legal", "illegal", "unusable")
    roster, event = visit.paths["roster"], visit.paths["event"]
    at_the_event = ["--pack", str(event)] if visit.chance.random() < 0.5 else []
    visit.told(visit.chance.choice(FORMATS), "check", *at_the_event, roster)


@door("ruleset", "catalogue", "roster")
def battle(visit: Visit) -> None:
    """The roster against itself, and against the one that was shipped."""
    other = next(visit.before.glob("*/rosters/*.json"))
    first = visit.chance.choice([other, visit.paths["roster"]])
    visit.told("text", "check", "--battle", first, visit.paths["roster"])


@door("ruleset", "catalogue", "roster", "event")
def lint(visit: Visit) -> None:
    """All the files."""
    form = visit.chance.choice(FORMATS)
    visit.told(form, "lint", "--no-cache", "--no-proofs", visit.data / GAME)


@door("ruleset", "catalogue", "roster")
def show(visit: Visit) -> None:
    """The roster."""
    form = visit.chance.choice(["text", "markdown", "json"])
    visit.told(form, "show", visit.paths["roster"])


@door("ruleset", "catalogue", "roster")
def odds(visit: Visit) -> None:
    """The roster's odds, or the game's."""
    form = visit.chance.choice(["text", "markdown", "json"])
    visit.told(form, "odds", visit.chance.choice([str(visit.paths["roster"]), GAME]))


@door("ruleset", "catalogue", "roster")
def diff(visit: Visit) -> None:
    """From the game as shipped to what it is now, or back."""
    form = visit.chance.choice(["text", "markdown", "json", "history"])
    both = [visit.before, visit.data]
    visit.chance.shuffle(both)
    rosters: list[str | Path] = ["--rosters", visit.paths["roster"]]
    visit.told(form, "diff", *map(str, both), *rosters[: visit.chance.choice([0, 2])])


@door("ruleset", "catalogue")
def browse(visit: Visit) -> None:
    """The army list, and an entry of it."""
    names = visit.chance.choice([(), (LIST,), (LIST, entry_of(visit))])
    plain(visit.call("browse", "--", GAME, *names))


@door("ruleset", "catalogue", "roster")
def edits(visit: Visit) -> None:
    """An army begun elsewhere; the roster added to, changed and taken from: nothing is written."""
    roster, number = visit.paths["roster"], visit.chance.choice(["1", "1.1", "1.1.1", "2"])
    key = visit.chance.choice(["count", "size", "name", "at", "notes", "to", "id"])
    value = visit.chance.choice([*HOSTILE, "1", "7", "100000"])
    count = visit.chance.choice(["1", "3", "100000"])
    with tempfile.TemporaryDirectory() as folder:
        plain(visit.call("new", "-o", Path(folder, "begun.json"), "--", GAME, LIST))
    plain(visit.call("add", "--dry-run", "--count", count, "--", roster, entry_of(visit)))
    plain(visit.call("set", "--dry-run", "--", roster, number, f"{key}={value}"))
    plain(visit.call("remove", "--dry-run", "--", roster, number))


@door("ruleset", "catalogue", "roster", "event")
def tidy(visit: Visit) -> None:
    """The form of the files; nothing is written."""
    plain(visit.call("fmt", "--check", visit.data))


@door("ruleset", "catalogue", "roster")
def sheets(visit: Visit) -> None:
    """The sheets as a page, for the player or an opponent."""
    out = visit.data.parent / "sheets.html"
    options = ["--for", visit.chance.choice(["me", "opponent"])]
    options += ["--one-per", visit.chance.choice(["kind", "model"])]
    plain(visit.call("print", visit.paths["roster"], "-o", out, "--html", *options))
    if out.exists():
        harmless(out.read_text(encoding="utf-8"))


@door("ruleset", "catalogue")
def reference(visit: Visit) -> None:
    """The quick reference as a page."""
    try:
        told = whole_reference(visit.library.book(GAME))
    except (ListbuilderError, KeyError):
        return
    harmless(reference_html(told, "", AS_IS))


PAGES = [
    *("/", "/examples", "/games", f"/games/{GAME}", f"/games/{GAME}/{LIST}", f"/new/{GAME}"),
    *("/army/roster", "/army/roster?at=1", "/army/roster?at=1.1", "/army/roster?at=.", "/shared"),
    *("/army/roster/panel?at=1", "/army/roster/panel?at=1.1", "/army/roster/mends/0"),
    *("/army/roster/castle", "/army/roster/set-up", "/army/roster/export", "/army/roster/solve"),
    *("/army/roster/odds", "/army/roster/share", "/army/roster/play", "/army/roster/print"),
    *("/army/roster/sheets", "/army/roster/sheets?reader=opponent&card_per=model"),
]
ASKED = 3


@door("ruleset", "catalogue", "roster")
def pages(visit: Visit) -> None:
    """Some pages in the browser; each form of one of them may be sent."""
    browser = Browser(visit.paths["roster"].parent, data=[visit.data])
    ids = [one for one in HOSTILE if one]
    address = f"/games/{GAME}/{LIST}/{quote(visit.chance.choice(ids), safe='')}"
    for page in visit.chance.sample([*PAGES, address], ASKED):
        with bugs_raised():
            answer = browser.get(page)
            while answer.is_redirect:
                answer = browser.get(answer.headers["location"])
        if answer.headers.get("content-type", "").startswith("text/html"):
            harmless(answer.text)
            send_a_form(visit, browser)


def send_a_form(visit: Visit, browser: Browser) -> None:
    """Press a button of the last page, with what its form holds or with something else."""
    address = str(browser.last.url).removeprefix(HOST)
    forms = [
        (form, button)
        for form in browser.forms()
        for button in form["buttons"]
        if "token" in form["fields"] and not (form["action"] or address).endswith("/solve")
    ]
    if not forms:
        return
    form, (name, value) = visit.chance.choice(forms)
    fields = {**form["fields"], name: value}
    for field in fields.keys() - {"token", "version"}:
        if visit.chance.random() < 0.2:
            fields[field] = visit.chance.choice(HOSTILE)
    with bugs_raised():
        answer = browser.post(form["action"] or address, fields)
    harmless(answer.text)


@contextmanager
def bugs_raised() -> Iterator[None]:
    """Raise what the application only writes to its log: such a page is a 500."""
    caught: list[BaseException] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info and record.exc_info[1]:
                caught.append(record.exc_info[1])

    log, ear = logging.getLogger("listbuilder"), Ear()
    log.addHandler(ear)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(ear)
        log.propagate = True
    if caught:
        raise caught[0]


def harmless(html: str) -> None:
    """Hold a page to what we wrote ourselves: no text of a file is markup."""
    assert "<script>alert" not in html
    assert '"><evil>' not in html
    assert len(html) <= MOST_SAID, f"a flood of {len(html)} letters"


def entry_of(visit: Visit) -> str:
    """An id of an entry of the army list, as far as it says any."""
    text = visit.paths["catalogue"].read_text(encoding="utf-8", errors="surrogatepass")
    data = json.loads(text)
    entries = data.get("entries") if isinstance(data, dict) else None
    listed = entries if isinstance(entries, list) else []
    found = [one.get("id") for one in listed if isinstance(one, dict)]
    return visit.chance.choice([one for one in found if isinstance(one, str)] or ["x"])


def open_to(kind: FileKind) -> dict[str, Door]:
    """The doors that a kind of files comes in by."""
    return {name: opened for name, opened in DOORS.items() if kind in OPEN[name]}


def faults(
    bundle: Bundle, shipped: Bundle, seed: int, doors: dict[str, Door], slowest: Slowest
) -> Iterator[Fault]:
    """Bring a game in by some doors; yield what goes wrong.

    Args:
        bundle: what its files say.
        shipped: what they said before.
        seed: chooses among formats and pages.
        doors: by their names.
        slowest: takes how long each took.
    """
    slowest.tried += 1
    with tempfile.TemporaryDirectory() as folder:
        data, before = Path(folder, "data"), Path(folder, "before")
        shipped.lay_out(before)
        library = Library([data])
        for name, opened in doors.items():
            paths = bundle.lay_out(data)
            visit = Visit(paths, data, before, library, random.Random(f"{seed} {name}"))
            try:
                with slowest.timed(name), guarded():
                    opened(visit)
            except (Exception, HungError) as error:  # noqa: BLE001 - it is what we look for
                yield _fault(name, error)


def _fault(name: str, error: BaseException) -> Fault:
    frames = [
        f"{Path(frame.filename).stem}.{frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if "/listbuilder/" in frame.filename
    ]
    kind = type(error).__name__
    recursive = isinstance(error, RecursionError | HungError | AssertionError)
    where = name if recursive or not frames else frames[-1]
    text = str(error).split("\n")[0][:60] if isinstance(error, AssertionError) else ""
    return Fault(name, f"{kind} {where} {text}".strip(), "".join(traceback.format_exception(error)))
