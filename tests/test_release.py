"""What a release asks before it builds, and how it packs."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from tests.release import (
    CHECKOUT,
    ReleaseError,
    checked_tag,
    checksums,
    section,
    version_of,
    zipped,
)

CHANGELOG = "# Changelog\n\n## 0.2.0\n\n- Second.\n\n## 0.1.0 – then\n\n- First.\n"


def test_notes_are_the_section_of_the_version() -> None:
    assert section(CHANGELOG, "0.2.0") == "- Second.\n"
    assert section(CHANGELOG, "0.1.0") == "- First.\n"
    with pytest.raises(ReleaseError, match=r"nothing under “## 0\.1”"):
        section(CHANGELOG, "0.1")


def test_our_changelog_has_what_is_unreleased_and_the_first_version() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert section(changelog, "Unreleased")
    assert section(changelog, "0.1.0")


def test_only_a_committed_and_tagged_checkout_is_released(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2"\n', encoding="utf-8")
    with pytest.raises(ReleaseError, match="Not committed"):
        checked_tag(tmp_path, version_of(tmp_path))
    git("add", ".")
    git("commit", "-m", "first")
    with pytest.raises(ReleaseError, match=r"no tag v1\.2"):
        checked_tag(tmp_path, version_of(tmp_path))
    git("tag", "v1.2")
    checked_tag(tmp_path, version_of(tmp_path))


def test_the_same_files_are_the_same_bytes(tmp_path: Path) -> None:
    for name, order in (("first", ("a", "b")), ("second", ("b", "a"))):
        for file in order:
            (tmp_path / name / "inside").mkdir(parents=True, exist_ok=True)
            (tmp_path / name / "inside" / file).write_bytes(file.encode())
    packed = zipped(tmp_path / "first")
    assert packed == zipped(tmp_path / "second")
    assert checksums({"a.zip": packed}) == f"{hashlib.sha256(packed).hexdigest()}  a.zip\n"
