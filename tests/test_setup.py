"""`.ci/setup`, on machines whose commands are stand-ins that write down their calls; the lock."""

import os
import re
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parent.parent
LOCK = (CHECKOUT / "requirements.lock").read_text(encoding="utf-8")

# What .ci/setup asks of a Python. Which of the two kinds of system package are there is told by
# files; the .venv that it makes holds a copy of itself.
PYTHON = """#!/bin/sh
echo "python $*" >>"$MACHINE/calls"
case "$*" in
    *"version_info <"*) ! [ -e "$MACHINE/old-${0##*/}" ] ;;
    *"version_info["*) echo 3.12 ;;
    *ensurepip*) [ -e "$MACHINE/venv" ] ;;
    *"-m venv"*) rm -rf .venv; mkdir -p .venv/bin .venv/lib/python3.12/site-packages
        cp "$0" .venv/bin/python ;;
    *weasyprint*) [ -e "$MACHINE/pango" ] || { echo "cannot load library" >&2; exit 1; } ;;
    *"-r requirements.lock"*) ! [ -e "$MACHINE/offline" ] ;;
esac
"""

MANAGER = """#!/bin/sh
echo "${0##*/} $*" >>"$MACHINE/calls"
case "$*" in
    *install*pango*) touch "$MACHINE/pango" ;;
    *install*venv*) touch "$MACHINE/venv" ;;
esac
"""


class Machine:
    """A fresh machine with a checkout of Listbuilder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / "bin"
        self.repo = root / "a repo"
        (self.repo / ".ci").mkdir(parents=True)
        shutil.copy(CHECKOUT / ".ci/setup", self.repo / ".ci")
        for name in ("requirements.lock", "pyproject.toml"):
            (self.repo / name).write_text(name, encoding="utf-8")
        self.bin.mkdir()
        for tool in ("cat", "cksum", "cp", "dirname", "env", "mkdir", "rm", "sh", "touch"):
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        self.has("python3", PYTHON)
        self.has("uname", "#!/bin/sh\necho Linux\n")
        self.has("id", "#!/bin/sh\necho 1000\n")

    def has(self, command: str, script: str = MANAGER) -> None:
        """Put a stand-in for a command on the PATH."""
        path = self.bin / command
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)

    def is_roots(self) -> None:
        """Run as root from here on."""
        self.has("id", "#!/bin/sh\necho 0\n")

    def mark(self, *names: str) -> None:
        """Say what is there, and what is wrong with it: see PYTHON."""
        for name in names:
            (self.root / name).touch()

    def set_up(self, **environment: str) -> tuple[int, str, list[str]]:
        """Run `.ci/setup`: its exit code, what it said and what it called."""
        (self.root / "calls").write_text("", encoding="utf-8")
        result = subprocess.run(
            ["/bin/sh", self.repo / ".ci/setup"],
            env={"PATH": str(self.bin), "MACHINE": str(self.root), **environment},
            cwd=self.root,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        calls = (self.root / "calls").read_text(encoding="utf-8").splitlines()
        return result.returncode, result.stderr, calls


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def made(calls: list[str]) -> list[str]:
    """Name the steps that were taken, in their order."""
    steps = {
        "-m venv": "environment",
        "-r requirements.lock": "dependencies",
        "--editable": "package",
    }
    return [step for call in calls for part, step in steps.items() if part in call]


EVERYTHING = ["environment", "dependencies", "package"]


def test_second_run_only_looks_whether_python_still_works_and_compiles(machine: Machine) -> None:
    machine.mark("venv", "pango")
    code, _, calls = machine.set_up()
    assert (code, made(calls)) == (0, EVERYTHING)
    checks = ["python -I -c import pip", "python -m compileall -q listbuilder"]
    assert machine.set_up() == (0, "", checks)


def test_only_what_changed_is_made_anew(machine: Machine) -> None:
    machine.mark("venv", "pango")
    machine.set_up()
    (machine.repo / "pyproject.toml").write_text("changed", encoding="utf-8")
    assert made(machine.set_up()[2]) == ["package"]
    (machine.repo / "requirements.lock").write_text("changed", encoding="utf-8")
    assert made(machine.set_up()[2]) == EVERYTHING
    machine.repo = machine.repo.rename(machine.root / "moved")
    assert made(machine.set_up()[2]) == EVERYTHING
    (machine.repo / ".venv/bin/python").unlink()
    assert made(machine.set_up()[2]) == EVERYTHING
    assert made(machine.set_up()[2]) == []


def test_interrupted_run_is_mended_by_the_next(machine: Machine) -> None:
    machine.mark("venv", "pango", "offline")
    code, _, calls = machine.set_up()
    assert (code, made(calls)) == (1, ["environment", "dependencies"])
    (machine.root / "offline").unlink()
    code, _, calls = machine.set_up()
    assert (code, made(calls)) == (0, EVERYTHING)


def test_debian_gives_what_is_missing_to_root(machine: Machine) -> None:
    machine.has("apt-get")
    machine.has("apt-cache")
    machine.is_roots()
    code, _, calls = machine.set_up()
    assert (code, made(calls)) == (0, EVERYTHING)
    installs = [call.split("install ")[1] for call in calls if "install --no-install" in call]
    assert installs == [
        "--no-install-recommends python3.12-venv",
        "--no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    ]


def test_debian_without_one_of_the_packages_gives_the_others(machine: Machine) -> None:
    machine.has("apt-get")
    machine.has("apt-cache", '#!/bin/sh\n[ "$2" != libharfbuzz-subset0 ]\n')
    machine.is_roots()
    machine.mark("venv")
    code, _, calls = machine.set_up()
    assert code == 0
    assert any(call.endswith(" libpango-1.0-0 libpangoft2-1.0-0") for call in calls)


def test_sudo_is_used_where_it_asks_nothing(machine: Machine) -> None:
    machine.has("apt-get")
    machine.has("apt-cache")
    machine.has("sudo", '#!/bin/sh\n[ "$1" = -n ] && shift && echo sudo >>"$MACHINE/calls"\n"$@"\n')
    machine.mark("venv")
    code, _, calls = machine.set_up()
    assert code == 0
    assert calls.count("sudo") == 3  # to see whether it works, for the lists, for the packages


@pytest.mark.parametrize(
    ("there", "command"),
    [
        ("", "sudo apt-get install python3.12-venv"),
        ("venv", "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
    ],
)
def test_who_may_not_install_is_told_the_command(
    machine: Machine, there: str, command: str
) -> None:
    machine.has("apt-get")
    machine.has("sudo", "#!/bin/sh\nexit 1\n")
    if there:
        machine.mark(there)
    code, said, calls = machine.set_up()
    assert code == 1
    assert f"Run this, and make again:\n    {command}\n" in said
    assert not any(call.startswith("apt-get") for call in calls)
    machine.mark("venv", "pango")
    code, _, calls = machine.set_up()
    assert (code, made(calls)) == (0, ["package"] if there else EVERYTHING)


def test_fedora(machine: Machine) -> None:
    machine.has("dnf")
    machine.is_roots()
    machine.mark("venv")
    code, _, calls = machine.set_up()
    assert code == 0
    assert "dnf -q -y install pango" in calls


def test_macos(machine: Machine) -> None:
    machine.has("brew")
    machine.has("uname", "#!/bin/sh\necho Darwin\n")
    machine.mark("venv")
    code, _, calls = machine.set_up()
    assert code == 0
    assert "brew install pango" in calls
    (hook,) = machine.repo.glob(".venv/lib/python*/site-packages/homebrew.pth")
    assert "/opt/homebrew/lib" in hook.read_text(encoding="utf-8")


def test_unknown_system_is_told_what_is_missing(machine: Machine) -> None:
    machine.mark("venv")
    code, said, _ = machine.set_up()
    assert code == 1
    assert "Install what this system calls libpango-1.0-0" in said


def test_packages_that_do_not_help_are_reported(machine: Machine) -> None:
    machine.has("dnf", "#!/bin/sh\n")
    machine.is_roots()
    machine.mark("venv")
    code, said, _ = machine.set_up()
    assert code == 1
    assert "cannot load library\nsetup: WeasyPrint still cannot load" in said


def test_newer_python_is_found_where_python3_is_old(machine: Machine) -> None:
    machine.mark("venv", "pango", "old-python3")
    code, said, _ = machine.set_up()
    assert code == 1
    assert "found no Python 3.11 or later" in said
    machine.has("python3.12", PYTHON)
    code, _, calls = machine.set_up()
    assert (code, made(calls)) == (0, EVERYTHING)


def test_python_can_be_named(machine: Machine) -> None:
    machine.has("python3.13", PYTHON)
    machine.mark("venv", "pango")
    machine.set_up()
    assert made(machine.set_up(PYTHON="python3.13")[2]) == EVERYTHING
    assert made(machine.set_up(PYTHON="python3.13")[2]) == []
    assert made(machine.set_up()[2]) == []
    code, said, _ = machine.set_up(PYTHON="python2")
    assert (code, said) == (1, "setup: PYTHON=python2 is not Python 3.11 or later.\n")


def locked() -> dict[str, tuple[str, int]]:
    """Read the lock file: the version and the number of hashes of each package."""
    entries = re.split(r"\n(?=\w)", LOCK)[1:]
    pins = (re.match(r"([\w.-]+)(?:\[[\w,-]+\])?==(\S+)", entry) for entry in entries)
    return {
        canonicalize_name(pin[1]): (pin[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry)))
        for pin, entry in zip(pins, entries, strict=True)
        if pin
    }


def test_lock_has_every_dependency_in_a_version_that_will_do() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["dev"],
    ]
    pins = locked()
    for requirement in map(Requirement, wanted):
        version, _ = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement


def test_lock_pins_extras_that_packages_ask_for() -> None:
    """If only ``coverage`` is pinned, pip takes the newest ``coverage[toml]``, of no known hash."""
    asked = (
        requirement
        for package in locked()
        for requirement in map(Requirement, requires_of(package))
        if requirement.extras and (not requirement.marker or requirement.marker.evaluate())
    )
    for requirement in asked:
        pinned = f"{requirement.name}[{','.join(sorted(requirement.extras))}]=="
        assert re.search(rf"^{re.escape(pinned)}", LOCK, re.MULTILINE), requirement


def requires_of(package: str) -> list[str]:
    """What an installed package requires; nothing of one that this system needs not."""
    try:
        return metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return []


def test_lock_has_hashes_and_no_address() -> None:
    assert all(hashes for _, hashes in locked().values())
    assert "://" not in LOCK
    assert os.sep not in re.sub(r"#.*", "", LOCK)
    assert not re.search(r"^\s*--(?!hash)|^-", LOCK, re.MULTILINE)
