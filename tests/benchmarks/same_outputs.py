"""Whether a change left every output as it was: `python tests/benchmarks/same_outputs.py BASE`.

Runs the same commands over all shipped data with the code of a revision and with that of the
working tree, and compares each answer byte for byte. Wanted before and after a change that only
moves or renames code. The solver completes each army list, and mends and explains some of the
broken rosters; it stops at an amount of work, so a busy machine changes no answer. `--quick`
leaves it out, `--solver` asks it alone. Both versions run at once.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
FORMATS = {
    "check": ("text", "json", "sarif", "github", "junit"),
    "lint": ("text", "json", "sarif", "github", "junit"),
    "show": ("text", "markdown", "json"),
    "odds": ("text", "markdown", "json"),
}
DECKS = (
    ("--cards", "poker"),
    ("--cards", "tarot", "--duplex", "--one-per", "model"),
    ("--for", "opponent"),
)
BROKEN = 12
"""Of each ruleset's broken rosters, how many the solver mends and explains."""


def rulesets() -> list[Path]:
    """The folders of the shipped games; run in a checkout."""
    return sorted(path.parent for path in Path("catalogues").glob("*/ruleset.json"))


def reading(out: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield a name and the arguments of each command that asks no solver."""
    rosters = sorted(Path("catalogues").glob("*/rosters/*.json"))
    for kind in FORMATS["check"]:
        yield f"check-shipped-{kind}", ["check", "catalogues", "--format", kind]
        yield f"check-cases-{kind}", ["check", "tests/cases", "--format", kind]
    for kind in FORMATS["lint"]:
        flags = ["--no-proofs", "--no-cache", "--format", kind]
        yield f"lint-{kind}", ["lint", "catalogues", *flags]
    for ruleset in rulesets():
        yield f"browse-{ruleset.name}", ["browse", ruleset.name]
        for kind in FORMATS["odds"]:
            yield f"odds-{ruleset.name}-{kind}", ["odds", ruleset.name, "--format", kind]
    for roster in rosters:
        for command in ("show", "odds"):
            for kind in FORMATS[command]:
                yield f"{command}-{roster.stem}-{kind}", [command, str(roster), "--format", kind]
        for number, deck in enumerate(DECKS):
            page = out / f"page-{roster.stem}-{number}.html"
            yield (
                f"print-{roster.stem}-{number}",
                ["print", str(roster), "--html", "-o", str(page), *deck],
            )


def solving(out: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield a name and the arguments of each command that asks the solver."""
    broken = sorted(Path("tests/cases").glob("*/*/illegal*.json"))
    for ruleset in rulesets():
        lists = sorted(path for path in ruleset.glob("*.json") if path.stem != "ruleset")
        for army in lists:
            begun = out / f"begun-{army.stem}.json"
            flags = ["--limit", "points=700", "-o", str(begun)]
            yield f"new-{army.stem}", ["new", ruleset.name, army.stem, *flags]
            yield f"complete-{army.stem}", ["complete", str(begun), "--aim", "points"]
        here = [path for path in broken if path.relative_to("tests/cases").parts[0] == ruleset.name]
        for roster in here[:: max(1, len(here) // BROKEN)]:
            name = "-".join(roster.with_suffix("").parts[3:])
            yield f"repair-{name}", ["repair", str(roster)]
            yield f"why-{name}", ["why", str(roster)]


PARTS = {"quick": (reading,), "solver": (solving,), "all": (reading, solving)}


def dump(out: Path, part: str) -> None:
    """Run the commands in the working folder and keep each answer in a file."""
    sys.path.insert(0, str(Path.cwd()))
    from listbuilder.cli import main

    for name, arguments in (one for each in PARTS[part] for one in each(out)):
        told, code = io.StringIO(), None
        sys.argv = ["listbuilder", *arguments]
        with redirect_stdout(told), redirect_stderr(told):
            try:
                main()
            except SystemExit as ended:
                code = ended.code
        answer = f"$ {' '.join(arguments)}\n{told.getvalue()}exit {code}"
        answer = answer.replace(str(out), "OUT").replace(str(Path.cwd()), "HERE")
        (out / f"{name}.txt").write_text(answer, encoding="utf-8")


def compare(base: str, part: str) -> int:
    """Compare the revision's answers with the working tree's; return the exit code."""
    with tempfile.TemporaryDirectory() as path:
        folder = Path(path)
        before = folder / "checkout"
        git = ["git", "-C", str(CHECKOUT), "worktree"]
        subprocess.run([*git, "add", "--detach", str(before), base], check=True)
        try:
            script = [sys.executable, __file__, f"--{part}", "--dump"]
            running = []
            for name, checkout in (("before", before), ("after", CHECKOUT)):
                (folder / name).mkdir()
                running.append(subprocess.Popen([*script, str(folder / name)], cwd=checkout))
            ended = [one.wait() for one in running]
            if any(ended):
                sys.exit("one of the versions ended before its time")
        finally:
            subprocess.run([*git, "remove", "--force", str(before)], check=True)
        names = sorted(
            {one.name for half in ("before", "after") for one in (folder / half).glob("*")}
        )
        other = [
            name
            for name in names
            if _read(folder / "before" / name) != _read(folder / "after" / name)
        ]
        for name in other:
            print(f"differs: {name}")
            halves = [str(folder / half / name) for half in ("before", "after")]
            shown = subprocess.run(
                ["diff", *halves], capture_output=True, text=True, check=False
            ).stdout
            print("\n".join(line[:200] for line in shown.splitlines()[:6]))
        print(f"{len(names)} answers, {len(other)} differ")
        return 1 if other else 0


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def main() -> None:
    """Compare, or run one half of it (--dump)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", nargs="?", default="HEAD")
    for part in PARTS:
        parser.add_argument(f"--{part}", dest="part", action="store_const", const=part)
    parser.add_argument("--dump", type=Path)
    given = parser.parse_args()
    part = given.part or "all"
    if given.dump:
        dump(given.dump, part)
    else:
        sys.exit(compare(given.base, part))


if __name__ == "__main__":
    main()
