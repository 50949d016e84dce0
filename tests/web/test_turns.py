"""Who asks for much is in nobody's way but his own."""

import asyncio
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from listbuilder.cli import commands
from listbuilder.web.app import create_app
from listbuilder.web.http.connections import Connection
from listbuilder.web.http.turns import FairSlots, FairTurns
from listbuilder.web.storage import jobs as jobs_module
from listbuilder.web.storage.files import MOST_BYTES
from listbuilder.web.storage.job import SEARCHED
from listbuilder.web.storage.jobs import (
    MOST_ASKED_OF_ONE,
    MOST_OF_ONE,
    BusyError,
    Jobs,
    Progress,
)
from listbuilder.web.storage.reading import MOST_SELECTIONS
from tests.web.test_connections import SOON, in_a_loop


@in_a_loop
async def test_addresses_take_turns() -> None:
    turns, went = FairTurns(), list[str]()

    async def go(address: str) -> None:
        await turns.take(address)
        went.append(address)

    many = [asyncio.create_task(go("many")) for _ in range(100)]
    await asyncio.sleep(0)
    await asyncio.gather(*(go("few") for _ in range(3)), *many)
    assert went.count("many") == 100
    assert [place for place, address in enumerate(went) if address == "few"][-1] < 10


@in_a_loop
async def test_whoever_goes_away_is_not_waited_for() -> None:
    turns = FairTurns()
    gone = asyncio.create_task(turns.take("a"))
    await asyncio.sleep(0)
    gone.cancel()
    async with asyncio.timeout(SOON):
        await turns.take("a")
        await turns.take("b")


@in_a_loop
async def test_one_address_leaves_room_for_another() -> None:
    slots, free = FairSlots(2, 1), asyncio.Event()

    async def hold(address: str) -> None:
        async with slots.slot(address):
            await free.wait()

    held = [asyncio.create_task(hold("a")) for _ in range(5)]
    await asyncio.sleep(0)
    async with asyncio.timeout(SOON), slots.slot("b"):
        free.set()
    await asyncio.gather(*held)


class HeldJobs(Jobs):
    """Jobs that end when they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.begun = 0

    async def _run(self, address: str, data: bytes, seconds: float) -> bytes:
        self.begun += 1
        await self.free.wait()
        return b"done"


@in_a_loop
async def test_a_job_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that goes on where it is told so by the file that it waits for."""
    go_on = tmp_path / "go-on"
    (tmp_path / "slow_job.py").write_text(
        "import pathlib, sys, time\n"
        f"sys.stderr.write('{SEARCHED}0.125\\n{SEARCHED}0.25\\nof no use\\n')\n"
        "sys.stderr.flush()\n"
        f"while not pathlib.Path({str(go_on)!r}).exists(): time.sleep(0.01)\n"
        "sys.stdout.write('found')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(jobs_module, "MODULE", "slow_job")
    jobs = Jobs()
    job = asyncio.create_task(jobs.run("a", "why", {}, SOON))
    async with asyncio.timeout(SOON):
        while jobs.progress("a") != Progress(2, 0.25):
            await asyncio.sleep(0.01)
    assert jobs.progress("b") is None
    go_on.touch()
    assert await job == b"found"
    assert jobs.progress("a") is None


@in_a_loop
async def test_one_address_does_not_fill_the_queue_of_jobs() -> None:
    jobs, job = HeldJobs(), dict[str, Any]()

    def asked(address: str, job: Mapping[str, Any] = job) -> asyncio.Task[bytes]:
        return asyncio.create_task(jobs.run(address, "print", job, SOON))

    held = [asked("a") for _ in range(MOST_ASKED_OF_ONE)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await asked("a")
    held.append(asked("b"))
    await asyncio.sleep(0)
    assert jobs.begun == 3, "two of one, and that of the other at once"
    jobs.free.set()
    assert await asyncio.gather(*held) == [b"done"] * len(held)
    assert await asked("a") == b"done"


@pytest.mark.parametrize(
    ("slow_page", "work"), [("odds", "odds.odds_sheet"), ("sheets", "printing.html_of_army")]
)
def test_page_that_takes_long_holds_nobody(
    folder: Path, heads: str, monkeypatch: pytest.MonkeyPatch, slow_page: str, work: str
) -> None:
    """It is asked for first, and ends when another has been answered."""
    done = asyncio.Event()

    async def ask(client: httpx.AsyncClient, page: str) -> int:
        return (await client.get(page)).status_code

    async def both() -> None:
        loop = asyncio.get_running_loop()
        module, _, name = work.rpartition(".")
        whole = getattr(import_module(f"listbuilder.web.routes.{module}"), name)

        def slow(*args: Any) -> Any:
            asyncio.run_coroutine_threadsafe(done.wait(), loop).result(SOON)
            return whole(*args)

        monkeypatch.setattr(f"listbuilder.web.routes.{work}", slow)
        transport = httpx.ASGITransport(create_app(folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1") as client:
            slowly = asyncio.create_task(ask(client, f"/army/{heads}/{slow_page}"))
            await asyncio.sleep(0.01)
            assert await ask(client, f"/army/{heads}") == 200
            assert not slowly.done()
            done.set()
            assert await slowly == 200

    asyncio.run(both())


def test_help_tells_the_limits() -> None:
    said = " ".join(CliRunner().invoke(commands, ["serve", "--help"]).output.split())
    for limit in (
        f"{MOST_SELECTIONS:,} selections and {MOST_BYTES:,} bytes",
        f"{Connection.PATIENCE:g} seconds to ask for something",
        f"each {Connection.LEAST:,} bytes",
        f"{Connection.MOST_OF_ONE} connections",
        {2: "two jobs", 3: "three jobs"}[MOST_OF_ONE],
        {5: "five in all"}[MOST_ASKED_OF_ONE],
    ):
        assert limit in said
