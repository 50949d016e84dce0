"""An application over a folder of its own."""

import shutil
from pathlib import Path

import pytest

from listbuilder.errors import ListbuilderError
from listbuilder.web.storage.job import done
from listbuilder.web.storage.jobs import JobError, Jobs
from tests.shipped import LIBRARY
from tests.site.visiting import site
from tests.web.browser import Browser

__all__ = ["site"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "rosters"


@pytest.fixture
def browser(folder: Path) -> Browser:
    return Browser(folder)


@pytest.fixture
def jobs_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do jobs in this process, for tests of what they find: a process takes as long as the job."""

    async def run(jobs: Jobs, address: str, data: bytes, seconds: float) -> bytes:
        try:
            return done(data.decode())
        except ListbuilderError as error:
            raise JobError(str(error)) from error

    monkeypatch.setattr(Jobs, "_run", run)


@pytest.fixture
def heads(folder: Path) -> str:
    """An army that comes along, in the folder; its key."""
    return bring(folder, "heads-over-the-wall")


def bring(folder: Path, name: str) -> str:
    """Copy an army that comes along into a folder."""
    folder.mkdir(exist_ok=True)
    path = next(path for path in LIBRARY.rosters() if path.stem == name)
    shutil.copy(path, folder)
    return name
