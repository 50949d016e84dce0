"""An application over a folder of its own."""

import shutil
from pathlib import Path

import pytest

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
def heads(folder: Path) -> str:
    """An army that comes along, in the folder; its key."""
    return bring(folder, "heads-over-the-wall")


def bring(folder: Path, name: str) -> str:
    """Copy an army that comes along into a folder."""
    folder.mkdir(exist_ok=True)
    path = next(path for path in LIBRARY.rosters() if path.stem == name)
    shutil.copy(path, folder)
    return name
