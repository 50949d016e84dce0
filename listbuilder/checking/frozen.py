"""Lists frozen for an event, and whether an army at a table is the one that was submitted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, Literal

import attrs

from listbuilder.checking.results import Result
from listbuilder.checking.submissions import told_changes
from listbuilder.editing.find import folded
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.interop.opening import parse_content
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse, parse_bytes
from listbuilder.loading.rosters import Loaded, read_roster
from listbuilder.record import Record
from listbuilder.rules.evaluate import judge_of
from listbuilder.rules.played import played_hash

VERSION = 1
"""Of the file; raised when a key changes its meaning or goes."""

Answer = Literal["submitted", "differs", "unknown"]
KEYS = ("player", "team", "name", "file", "verdict", "hash")


@attrs.frozen(eq=False, repr=False)
class FrozenArmy(Record):
    """An army that was submitted; ``army`` is its JSON."""

    player: str
    team: str
    name: str
    file: str
    verdict: str
    hash: str
    army: Mapping[str, Any]

    @property
    def title(self) -> str:
        """Whose it is, and what he calls it."""
        return f"{self.player}: {self.name}" if self.name else self.player


@attrs.frozen(eq=False, repr=False)
class Manifest(Record):
    """All that was frozen.

    Attributes:
        limits, choices: what the event settles for rosters that leave it unsaid.
    """

    path: str
    armies: tuple[FrozenArmy, ...]
    limits: Mapping[str, int]
    choices: Mapping[str, str]


@attrs.frozen(eq=False, repr=False)
class Verified(Record):
    """What an army at a table is.

    Attributes:
        frozen: the one that it is, or nearly is; None: nobody submitted one like it.
        lines: of one that differs, what it has otherwise.
        others: who else submitted the same.
    """

    answer: Answer
    frozen: FrozenArmy | None = None
    lines: tuple[str, ...] = ()
    others: tuple[FrozenArmy, ...] = ()


def frozen(results: Sequence[Result], event: LoadedEvent | None) -> bytes:
    """Write what was submitted: the rosters that can be used, with what was judged of each.

    Args:
        results: with players and armies (``Besides.ARMY``).
        event: that they were judged by.
    """
    settled = event.settled({}) if event else ({}, {})
    said = {
        "version": VERSION,
        "event": event.name if event else "",
        "limits": settled[0],
        "choices": settled[1],
        "armies": [
            {
                "player": result.player,
                "team": result.team,
                "name": result.name,
                "file": result.path,
                "verdict": result.verdict,
                "hash": result.hash,
                "army": json.loads(result.army),
            }
            for result in results
            if result.army
        ],
    }
    text = json.dumps(said, ensure_ascii=False, indent=1)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def read_manifest(path: Path) -> Manifest:
    """Read what was frozen.

    Raises:
        LoadError: it is no such file.
    """
    data = parse(path).data
    armies = data.get("armies") if isinstance(data, dict) else None
    if not isinstance(armies, list) or data.get("version") != VERSION:
        message = "This is no file of lists that “listbuilder freeze” wrote, or of another version."
        raise LoadError(str(path), [Finding("no-manifest", Severity.ERROR, message)])
    found = [
        FrozenArmy(army=one["army"], **{key: str(one.get(key, "")) for key in KEYS})
        for one in armies
        if isinstance(one, dict) and isinstance(one.get("army"), dict)
    ]
    return Manifest(str(path), tuple(found), _mapping(data, "limits"), _mapping(data, "choices"))


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    said = data.get(key)
    return said if isinstance(said, dict) else {}


def verified(raw: bytes, path: str, manifest: Manifest, library: Library) -> Verified:
    """Say whether an army is one that was submitted.

    One that is not is compared with what its player submitted; where nobody knows whose it is, with
    the army that it differs from the least.

    Raises:
        LoadError: the roster can't be used.
    """
    loaded = read_roster(parse_content(raw, path, library), library)
    roster = attrs.evolve(
        loaded.roster,
        limits={**manifest.limits, **loaded.roster.limits},
        choices={**manifest.choices, **loaded.roster.choices},
    )
    loaded = attrs.evolve(loaded, roster=roster)
    own = played_hash(judge_of(loaded.book).lay_out(roster))
    same = [one for one in manifest.armies if one.hash == own]
    players = {folded(roster.player or ""), folded(PurePath(path).stem)} - {""}
    theirs = [one for one in manifest.armies if folded(one.player) in players]
    if same:
        known = next((one for one in same if one in theirs), same[0])
        return Verified("submitted", known, others=tuple(one for one in same if one is not known))
    game = [one for one in manifest.armies if one.army.get("ruleset") == roster.ruleset]
    told = [(one, _otherwise(one, loaded, manifest, library)) for one in theirs or game]
    likely = [(one, lines) for one, lines in told if theirs or _is_near(lines, loaded)]
    if not likely:
        return Verified("unknown")
    nearest, lines = min(likely, key=lambda pair: len(pair[1]))
    return Verified("differs", nearest, tuple(lines))


def _is_near(lines: Sequence[str], loaded: Loaded) -> bool:
    """Whether an army that nobody is named with has most in common with one."""
    army = judge_of(loaded.book).lay_out(loaded.roster)
    return len(lines) * 2 < len(army.nodes)


def _otherwise(
    one: FrozenArmy, loaded: Loaded, manifest: Manifest, library: Library
) -> tuple[str, ...]:
    """What an army has otherwise than the one that was submitted.

    Raises:
        LoadError: the submitted one can't be used any more.
    """
    raw = json.dumps(one.army).encode()
    before = read_roster(parse_bytes(raw, f"{manifest.path}: {one.title}"), library)
    return told_changes(before, loaded, library)
