"""Lists frozen for an event, and comparing an army at a table with the submitted one."""

from __future__ import annotations

import hmac
import json
import secrets
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
from listbuilder.messages import gettext
from listbuilder.model.event import Choices, Demands
from listbuilder.model.roster import Roster
from listbuilder.record import Record
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.rules.played import played_hash

VERSION = 1
"""Version of the file; it rises when a key changes its meaning or goes."""

FrozenAnswer = Literal["submitted", "differs", "unknown"]
SEAL = "S1"
"""Beginning of seals, with a version that rises with each change of their making."""

SHOWN = 16
"""Letters of a seal: 64 bits."""

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
        """The player's name, and his name for the army."""
        return f"{self.player}: {self.name}" if self.name else self.player


@attrs.frozen(eq=False, repr=False)
class Manifest(Record):
    """All frozen lists of an event.

    Attributes:
        limits, choices: settings of the event for rosters that leave them open.
        sides: the options that have limits of their own, with these limits.
        salt: the organiser's secret, with which seals are made.
    """

    path: str
    armies: tuple[FrozenArmy, ...]
    limits: Mapping[str, int]
    choices: Mapping[str, str]
    sides: tuple[tuple[Choices, Mapping[str, int]], ...] = ()
    salt: str = ""

    def seal(self, army: FrozenArmy) -> str:
        """Make the seal of an opponent's copy: ``S1-`` and 16 letters; empty in older files.

        A seal discloses nothing: without the salt nobody can make the seal of a guess at hidden
        selections, and two players with the same army have different seals.
        """
        if not self.salt:
            return ""
        said = json.dumps([army.player, army.hash])
        made = hmac.new(self.salt.encode(), said.encode(), "sha256").hexdigest()
        return f"{SEAL}-{made[:SHOWN]}"

    def sealed(self, seal: str) -> list[FrozenArmy]:
        """List the armies whose copies have a seal."""
        wanted = seal.strip().casefold()
        return [one for one in self.armies if wanted and self.seal(one).casefold() == wanted]

    def same(self, judge: Judge, roster: Roster, path: str) -> list[FrozenArmy]:
        """List the frozen armies that are played alike, first those of the same file and player.

        Args:
            judge: the judge of the army's book.
            roster: the army.
            path: the army's file, which may have the player's name.
        """
        own = played_hash(judge.lay_out(self._settled(roster)))
        players = {folded(roster.player or ""), folded(PurePath(path).stem)}
        found = [one for one in self.armies if one.hash == own]
        return sorted(found, key=lambda one: (one.file != path, folded(one.player) not in players))

    def _settled(self, roster: Roster) -> Roster:
        choices = {**self.choices, **roster.choices}
        limits = dict(self.limits)
        for made, own in self.sides:
            if Demands(made).hold(choices):
                limits |= own
        return attrs.evolve(roster, limits=limits | {**roster.limits}, choices=choices)

    def read_roster(self, raw: bytes, path: str, library: Library) -> Loaded:
        """Read a roster, with the event's settings.

        Raises:
            LoadError: the roster can't be used.
        """
        loaded = read_roster(parse_content(raw, path, library), library)
        return attrs.evolve(loaded, roster=self._settled(loaded.roster))


@attrs.frozen(eq=False, repr=False)
class Verified(Record):
    """The result of comparing an army at a table with the frozen ones.

    Attributes:
        frozen: the same army, or the nearest; None: nobody submitted an army like it.
        lines: the differences from the nearest army.
        others: other players who submitted the same army.
    """

    answer: FrozenAnswer
    frozen: FrozenArmy | None = None
    lines: tuple[str, ...] = ()
    others: tuple[FrozenArmy, ...] = ()


def frozen(results: Sequence[Result], event: LoadedEvent | None, salt: str = "") -> bytes:
    """Write the submitted rosters that can be used, with their verdicts.

    Args:
        results: results with players and armies (``ResultDetail.ARMY``).
        event: the event by which they were judged.
        salt: the salt of an earlier file, whose seals are printed already; empty: a new one.
    """
    settled = event.settled({}) if event else ({}, {})
    said = {
        "version": VERSION,
        "event": event.name if event else "",
        "limits": settled[0],
        "choices": settled[1],
        "sides": [
            {
                "choices": {name: [*options] for name, options in side.choices.items()},
                "limits": {name: next(one.bounds())[1] for name, one in side.limits.items()},
            }
            for pack in (event.packs if event else ())
            for side in pack.sides
        ],
        "salt": salt or secrets.token_hex(32),
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
    """Read a file of frozen lists.

    Raises:
        LoadError: the file is no such file.
    """
    data = parse(path).data
    armies = data.get("armies") if isinstance(data, dict) else None
    if not isinstance(armies, list) or data.get("version") != VERSION:
        message = gettext(
            "This is no file of lists that “listbuilder freeze” wrote, or of another version."
        )
        raise LoadError(str(path), [Finding("no-manifest", Severity.ERROR, message)])
    found = [
        FrozenArmy(army=one["army"], **{key: str(one.get(key, "")) for key in KEYS})
        for one in armies
        if isinstance(one, dict) and isinstance(one.get("army"), dict)
    ]
    salt = str(data.get("salt", ""))
    settled = _mapping(data, "limits"), _mapping(data, "choices")
    sides = [
        (_mapping(side, "choices"), _mapping(side, "limits"))
        for side in data.get("sides", ())
        if isinstance(side, dict)
    ]
    return Manifest(str(path), tuple(found), *settled, tuple(sides), salt)


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    said = data.get(key)
    return said if isinstance(said, dict) else {}


def verified(raw: bytes, path: str, manifest: Manifest, library: Library) -> Verified:
    """Find an army among the submitted ones.

    An army that was not submitted is compared with that of its player; where the player is unknown,
    with the army that differs the least.

    Raises:
        LoadError: the roster can't be used.
    """
    loaded = manifest.read_roster(raw, path, library)
    roster, same = loaded.roster, manifest.same(judge_of(loaded.book), loaded.roster, path)
    players = {folded(roster.player or ""), folded(PurePath(path).stem)} - {""}
    theirs = [one for one in manifest.armies if folded(one.player) in players]
    if same:
        return Verified("submitted", same[0], others=tuple(same[1:]))
    game = [one for one in manifest.armies if one.army.get("ruleset") == roster.ruleset]
    told = [(one, _otherwise(one, loaded, manifest, library)) for one in theirs or game]
    likely = [(one, lines) for one, lines in told if theirs or _is_near(lines, loaded)]
    if not likely:
        return Verified("unknown")
    nearest, lines = min(likely, key=lambda pair: len(pair[1]))
    return Verified("differs", nearest, tuple(lines))


def _is_near(lines: Sequence[str], loaded: Loaded) -> bool:
    """Whether the differences from another army are fewer than half of an army's selections."""
    army = judge_of(loaded.book).lay_out(loaded.roster)
    return len(lines) * 2 < len(army.nodes)


def _otherwise(
    one: FrozenArmy, loaded: Loaded, manifest: Manifest, library: Library
) -> tuple[str, ...]:
    """List the differences of an army from a submitted one.

    Raises:
        LoadError: the submitted army can't be used any more.
    """
    raw = json.dumps(one.army).encode()
    before = read_roster(parse_bytes(raw, f"{manifest.path}: {one.title}"), library)
    return told_changes(before, loaded, library)
