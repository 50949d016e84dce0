"""Builds what a release gives out, twice, and tries it: `make release`, at the release's tag.

`dist/` then holds the wheel, the source, the builder as a site, their checksums and the changelog's
section. With `--rehearsal` no tag is asked for, and the notes are those of what is unreleased.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[1]
STORY = "tests/web/test_stories.py::test_undo_and_redo_by_button_and_key"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say."""


class ReleaseError(Exception):
    """What is there can't be released."""


def version_of(checkout: Path) -> str:
    """The version, which stands in one place."""
    project: dict[str, Any] = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    return str(project["project"]["version"])


def section(changelog: str, version: str) -> str:
    """What the changelog says of a version.

    Raises:
        ReleaseError: nothing.
    """
    found = re.search(
        rf"^## {re.escape(version)}(?:\s[^\n]*)?\n(.*?)(?=^## |\Z)",
        changelog,
        re.MULTILINE | re.DOTALL,
    )
    if found is None or not found[1].strip():
        raise ReleaseError(f"CHANGELOG.md has nothing under “## {version}”.")
    return f"{found[1].strip()}\n"


def checked_tag(checkout: Path, version: str) -> None:
    """See that all is committed and tagged.

    Raises:
        ReleaseError: it is not.
    """
    if changed := _git(checkout, "status", "--porcelain").strip():
        raise ReleaseError(f"Not committed:\n{changed}")
    if f"v{version}" not in _git(checkout, "tag", "--points-at", "HEAD").split():
        raise ReleaseError(f"The commit has no tag v{version}.")


def built(checkout: Path, out: Path, site: bool) -> dict[str, bytes]:
    """Build a commit in a folder of its own.

    Args:
        checkout: whose commit it is.
        out: an empty folder.
        site: build the site, too; npm brings Pyodide.

    Returns:
        The files, by name.
    """
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=checkout, check=True, capture_output=True
    ).stdout
    source = out / "source"
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        tar.extractall(source, filter="data")
    when = _git(checkout, "log", "-1", "--format=%ct").strip()
    environment = {**os.environ, "SOURCE_DATE_EPOCH": when, "PYTHONPATH": str(source)}
    made = out / "dist"
    _run(sys.executable, "-m", "hatchling", "build", "-d", made, cwd=source, env=environment)
    files = {path.name: path.read_bytes() for path in sorted(made.iterdir())}
    if site:
        folder = out / "site"
        _run(sys.executable, "-m", "listbuilder", "site", "-o", folder, cwd=source, env=environment)
        files[f"listbuilder-{version_of(source)}-site.zip"] = zipped(folder)
    return files


def zipped(folder: Path) -> bytes:
    """Pack a folder so that the same files are the same bytes."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), FIRST_DAY)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())
    return packed.getvalue()


def checksums(files: dict[str, bytes]) -> str:
    """Lines that `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())


def tried(checkout: Path, wheel: Path) -> None:
    """Install the wheel where nothing else is, print its own armies, and live a story with it."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        _run(sys.executable, "-m", "venv", here / "env", cwd=here)
        python = here / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
        pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        _run(*pip, "--require-hashes", "-r", checkout / "requirements.lock", cwd=here)
        _run(*pip, "--no-index", "--no-deps", wheel, cwd=here)
        told = _run(python, "-m", "listbuilder", "--version", cwd=here)
        if version_of(checkout) not in told:
            raise ReleaseError(f"The wheel says {told.strip()}.")
        _run(python, "-m", "listbuilder", "demo", cwd=here)
        served = {**os.environ, "LISTBUILDER_PYTHON": str(python)}
        _run(sys.executable, "-m", "pytest", "-n0", STORY, cwd=checkout, env=served)


def _git(checkout: Path, *arguments: str) -> str:
    return _run("git", *arguments, cwd=checkout)


def _run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Run a program; its errors are shown.

    Raises:
        ReleaseError: it failed.
    """
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, check=False)
    said = done.stdout.decode()
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))} failed:\n{said}")
    return said


def release(checkout: Path, out: Path, rehearsal: bool, site: bool) -> None:
    """Build, compare, write and try.

    Raises:
        ReleaseError: it can't be released.
    """
    version = version_of(checkout)
    notes = section(
        (checkout / "CHANGELOG.md").read_text("utf-8"), "Unreleased" if rehearsal else version
    )
    if not rehearsal:
        checked_tag(checkout, version)
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        files = built(checkout, Path(first), site)
        again = built(checkout, Path(second), site)
    if other := [name for name in files if files[name] != again.get(name)]:
        raise ReleaseError(f"Built twice, other bytes: {', '.join(other)}.")
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    for name, data in files.items():
        (out / name).write_bytes(data)
    (out / "SHA256SUMS").write_text(checksums(files), "utf-8")
    (out / "notes.md").write_text(notes, "utf-8")
    tried(checkout, next(out.glob("*.whl")))
    for name, data in files.items():
        sys.stdout.write(f"{len(data):>12,}  {name}\n")
    sys.stdout.write(f"In {out}: the same bytes twice; installed, demo printed, a story lived.\n")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rehearsal", action="store_true")
    parser.add_argument("--no-site", action="store_true")
    given = parser.parse_args()
    try:
        release(CHECKOUT, CHECKOUT / "dist", given.rehearsal, not given.no_site)
    except ReleaseError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
