"""The solver is asked about what trying changes does not mend: once for each state."""

import asyncio
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from listbuilder.messages import spoken, translated
from listbuilder.rules.explain import explain
from listbuilder.web.storage.job import done
from listbuilder.web.storage.jobs import BusyError, Jobs
from listbuilder.web.storage.kept_text import read_kept
from listbuilder.web.storage.remedy_search import RemedySearch
from tests.rules.small import judge, roster
from tests.shipped import LIBRARY
from tests.web.browser import Browser
from tests.web.test_builder import HTMX, is_legal
from tests.web.test_connections import SOON, in_a_loop

CASES = Path(__file__).parents[1] / "cases"
RELIEF = CASES / "warhammer/army.relief.max/illegal.json"
MOVE = (
    "Move 1.4.1 Knightly Orders (Relief force) to 1. The Empire; "
    "remove 1.4 Relief force (The Empire)"
)


class JobsHere(Jobs):
    """Does jobs in this process, and counts them."""

    begun = 0

    async def _run(self, address: str, data: bytes, seconds: float) -> bytes:
        self.begun += 1
        return done(data.decode())


@pytest.fixture
def jobs(browser: Browser) -> JobsHere:
    """The jobs that nobody waits for."""
    made = JobsHere()
    browser.app.state.context = attrs.evolve(browser.app.state.context, background=made)
    return made


@pytest.fixture
def relief(browser: Browser, folder: Path, jobs: JobsHere) -> str:
    """The page's link to what the solver finds."""
    folder.mkdir()
    shutil.copy(RELIEF, folder / "relief.json")
    browser.get("/army/relief")
    assert MOVE not in browser.text
    assert "(but breaks: " in browser.text
    return further(browser)


def further(browser: Browser) -> str:
    """The link of the last page to what the solver finds."""
    (link,) = re.findall(r'class="further" href="([^"]*)"', browser.text)
    return str(link)


def test_without_a_script_a_link_asks(browser: Browser, folder: Path, relief: str) -> None:
    answer = browser.get(relief)
    assert answer.status_code == 303
    browser.get(answer.headers["location"].partition("#")[0])
    assert MOVE in browser.text
    assert "(but breaks: " not in browser.text
    browser.press("mend:0:0:further")
    assert is_legal(folder, "relief")
    assert f"Undo: {MOVE}" in browser.text


def test_script_asks_when_the_page_is_there(browser: Browser, relief: str, jobs: JobsHere) -> None:
    assert 'hx-trigger="load delay:500ms, click"' in browser.text
    browser.get(relief, headers=HTMX)
    assert MOVE in browser.text
    assert "<html" not in browser.text
    assert "further" not in browser.text.replace(":further", ""), "it was asked"
    browser.get("/army/relief", headers={"Accept-Language": "de"})
    assert "verschieben" in browser.text, "what is found is known for all pages, in any language"
    assert jobs.begun == 1


def test_another_state_is_asked_about_anew(browser: Browser, relief: str, jobs: JobsHere) -> None:
    browser.get(relief, headers=HTMX)
    browser.get("/army/relief")
    browser.press("size:1.2:11")
    known = {"version": browser.version, "do": "mend:0:0:further"}
    browser.post("/army/relief/edit", known)
    assert "This answer is gone; ask again." in browser.text
    assert browser.get(relief, headers=HTMX).status_code == 204, "it is of an older state"
    browser.get("/army/relief")
    assert 'class="further"' in browser.text
    assert jobs.begun == 1


def test_solver_that_has_no_time_says_so_and_can_be_asked_again(
    browser: Browser, relief: str
) -> None:
    context = browser.app.state.context
    browser.app.state.context = attrs.evolve(context, background=Jobs(at_once=0, waiting=0))
    browser.get(relief, headers=HTMX)
    assert "Try again soon." in browser.text
    assert "(but breaks: " in browser.text
    assert 'hx-trigger="click"' in browser.text, "not again by itself"
    assert browser.get(relief).status_code == 503
    browser.app.state.context = context
    browser.get(relief, headers=HTMX)
    assert MOVE in browser.text


def test_without_a_solver_nobody_is_asked(
    browser: Browser, relief: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("listbuilder.solve.model.solver.find_spec", lambda name: None)
    browser.get("/army/relief")
    browser.press("size:1.2:11")
    assert "mend:" in browser.text
    assert 'class="further"' not in browser.text


class SlowJobs(Jobs):
    """Jobs that are never done."""

    async def _run(self, address: str, data: bytes, seconds: float) -> bytes:
        await asyncio.Event().wait()
        return b""


@in_a_loop
async def test_search_ends_with_the_state_that_it_is_of() -> None:
    jobs, search = SlowJobs(at_once=1, asked_of_one=2), RemedySearch()
    asked = [asyncio.create_task(search.run(lambda: of(jobs), LIBRARY)) for _ in range(9)]
    await asyncio.sleep(0.01)
    other = asyncio.create_task(of(jobs))
    await asyncio.sleep(0.01)
    with pytest.raises(BusyError):  # nine of one state are one job, which one more waits for
        await of(jobs)
    search.end()
    async with asyncio.timeout(SOON):
        await asyncio.gather(*asked)
    assert search.found is None
    other.cancel()


async def of(jobs: Jobs, job: Mapping[str, Any] = {}) -> bytes:
    return await jobs.run("a", "remedies", job, SOON)


def test_job_says_which_finding_it_mends() -> None:
    job = {"roster": RELIEF.read_text(), "data": [], "packs": [], "language": "de"}
    (found,) = json.loads(done(json.dumps({**job, "kind": "remedies"})))
    assert found["finding"] == 0
    assert json.loads(found["roster"])["army"]
    assert read_kept(found["words"]) == MOVE
    with spoken("de"):
        assert "verschieben" in translated(read_kept(found["words"]))


def test_few_findings_of_a_state_are_asked_about() -> None:
    """As many as on the terminal, in a game that is not shipped."""
    rules = tuple(
        {"id": f"no-{name}", "require": {"count": {"entry": name}, "at_most": 0}}
        for name in "abcdef"
    )
    judged_by = judge({name: {} for name in "abcdef"}, constraints=rules)
    verdict = judged_by.evaluate(roster(*"abcdef"))
    search = RemedySearch()
    for number, (check, _) in enumerate(explain(verdict, judged_by)):
        search.asker(number)(check, verdict, judged_by)
    assert [number for number in range(6) if search.wants(number)] == [0, 1, 2]
