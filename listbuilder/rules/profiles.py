"""Profiles as they are in play: what is printed, and what all that is carried does to it.

Nobody else works the numbers of a profile out. The order in which things are carried never matters:
what is added is a sum, of a family the greatest of the highest rank counts, and what is set is set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from listbuilder.findings import written
from listbuilder.messages import gettext
from listbuilder.model.profile_types import Column, ProfileType
from listbuilder.model.profiles import Alteration, Profile
from listbuilder.rules.army import Army, Node
from listbuilder.rules.carried import Carried, Dealt, Equipment
from listbuilder.rules.evaluate import Judge

NUMBER = re.compile(r"[0-9]+")
NOTHING = "-"
"""What is written of a number that falls where nothing is added."""

NamedAmount = tuple[str, int]
"""The name of what alters a number, and by how much."""

Counted = dict[object, tuple[Carried, Alteration]]
"""What counts, by its family; by itself where it has none."""


class _Reached:
    """What can alter a model's profiles, beside all that it carries."""

    def __init__(
        self, carried: Iterable[Carried], reaching: Sequence[tuple[Carried, Alteration]]
    ) -> None:
        self.kinds = frozenset[str]().union(*(one.kinds for one in carried))
        self.reaching = reaching

    def counted(self, column: str, role: str | None) -> Counted:
        """Leave out what does not count: named again, or not the first of its family."""
        best: Counted = {}
        for one, each in self.reaching:
            if each.column != column or each.role != role:
                continue
            if not self.kinds.isdisjoint(each.without):
                continue
            if each.family is not None:
                key: object = each.family
            elif one.key is not None:
                key = one.key, id(each)
            else:
                key = id(one), id(each)
            known = best.get(key)
            if known is None or _weight(*known) < _weight(one, each):
                best[key] = one, each
        return best


@attrs.frozen
class WorkedProfile:
    """A profile in play.

    Attributes:
        name: whose it is; None for the selection's own.
        count: models that have it, in each copy.
        values: by column, as the profiles write them.
        made: of the columns that something alters: what was printed, and the parts.
        ruling: which reading the numbers take; None where they need none.
    """

    type: str
    name: str | None
    count: int
    role: str | None
    values: Mapping[str, int | str]
    made: Mapping[str, tuple[int | str, tuple[NamedAmount, ...]]]
    ruling: str | None = None


class ProfileReader:
    """Works out the profiles of an army's selections."""

    def __init__(self, judge: Judge, army: Army) -> None:
        self.judge = judge
        self.army = army
        self.book = judge.book
        self.equipment = Equipment(judge, army)

    def models(self, node: Node, options: Dealt | None = None) -> tuple[WorkedProfile, ...]:
        """Work out the profiles of a selection that are no gear's: its own, then its mount's.

        Args:
            options: of the copies that are meant; None: of the first of them.
        """
        entry = node.place.entry
        if entry is None:
            return ()
        options = self.equipment.variants(node)[0].options if options is None else options
        carried = self.equipment.carried(node, options)
        in_play = self._in_play(node, options)
        own_things = [one for one in self.equipment.carried(node, ()) if not one.bought]
        printed = _Reached(
            own_things,
            [
                (one, each)
                for one in own_things
                for each in one.alters
                if each.when is None and self.equipment.holds(each.to, node)
            ],
        )
        own = [one for one in entry.profiles if not self.book.is_gear(one)]
        brought = [
            attrs.evolve(profile, name=profile.name or one.name)
            for one in _once(carried)
            for profile in one.profiles
            if own and not self.book.is_gear(profile)
        ]
        return tuple(self._work(profile, in_play, printed) for profile in (*own, *brought))

    def altering(self, node: Node, options: Dealt) -> Iterator[Alteration]:
        """Yield what counts in the numbers of a selection's profiles.

        Args:
            options: of the copies that are meant.
        """
        in_play = self._in_play(node, options)
        for profile in self.models(node, options):
            for column in profile.values:
                counted = in_play.counted(column, profile.role)
                yield from (alteration for _, alteration in counted.values())

    def _in_play(self, node: Node, options: Dealt) -> _Reached:
        carried = self.equipment.carried(node, options)
        return _Reached(carried, [*self.equipment.reaching(node, options)])

    def gear(self, node: Node, options: Dealt | None = None) -> tuple[WorkedProfile, ...]:
        """Work out the profiles of the weapons and the like that a selection carries.

        A number that adds to its bearer's is worked out with the first of his profiles.
        """
        options = self.equipment.variants(node)[0].options if options is None else options
        bearer = next(iter(self.models(node, options)), None)
        found: dict[tuple[object, ...], WorkedProfile] = {}
        for name, profile in self._gear(node, options):
            worked = self._borne(attrs.evolve(profile, name=profile.name or name), bearer)
            found.setdefault((worked.type, worked.name, *worked.values.items()), worked)
        return tuple(found.values())

    def _gear(self, node: Node, options: Dealt) -> Iterator[tuple[str, Profile]]:
        for holder in (node, *(option for option, _ in options)):
            entry = holder.place.entry
            for profile in entry.profiles if entry else ():
                if self.book.is_gear(profile):
                    yield holder.name, profile
        for one in _once(self.equipment.carried(node, options)):
            for profile in one.profiles:
                if self.book.is_gear(profile):
                    yield one.name, profile

    def _borne(self, profile: Profile, bearer: WorkedProfile | None) -> WorkedProfile:
        values = dict(profile.values)
        made: dict[str, tuple[int | str, tuple[NamedAmount, ...]]] = {}
        for column in self._columns(profile):
            value = values.get(column.id)
            own = bearer.values.get(column.of_bearer) if bearer and column.of_bearer else None
            if isinstance(value, str) and isinstance(own, int) and value[:1] in ("+", "-"):
                more = int(value) if value[1:].isdigit() else None
                if more is not None:
                    values[column.id] = own + more
                    if more:
                        made[column.id] = own, ((profile.name or "", more),)
        return _worked(profile, values, made)

    def _work(self, profile: Profile, in_play: _Reached, printed: _Reached) -> WorkedProfile:
        values = dict(profile.values)
        made: dict[str, tuple[int | str, tuple[NamedAmount, ...]]] = {}
        for column in self._columns(profile):
            if column.id not in values:
                continue
            counted = in_play.counted(column.id, profile.role)
            had = printed.counted(column.id, profile.role) if column.includes_wargear else {}
            if counted or had:
                value = values[column.id]
                worked, parts = _altered(column, value, counted, had)
                if worked != value or parts:
                    values[column.id] = worked
                    set_ = any(each.set_ is not None for _, each in counted.values())
                    made[column.id] = NOTHING if set_ else value, parts
        return _worked(profile, values, made)

    def _columns(self, profile: Profile) -> Sequence[Column]:
        kind: ProfileType | None = self.book.ruleset.profiles.get(profile.type)
        return kind.columns if kind else ()


def made_up(column: Column, value: int | str, parts: Iterable[NamedAmount]) -> str:
    """Say what a number is made up of: ``5 + 1 Shield``; where it falls, of what: ``Shield``."""
    words = [] if value == NOTHING else [written(value) if isinstance(value, int) else value]
    for name, amount in parts:
        if column.worked_out:
            words.append(name)
        elif words:
            words.append(f"{'+' if amount >= 0 else '-'} {abs(amount)} {name}")
        else:
            words.append(f"{amount} {name}")
    return (", " if column.worked_out else " ").join(words)


def _once(carried: Iterable[Carried]) -> Iterator[Carried]:
    """Leave out what is named a second time and counts once."""
    seen: set[object] = set()
    for one in carried:
        if one.key is None or one.key not in seen:
            seen.add(one.key)
            yield one


def _weight(one: Carried, each: Alteration) -> tuple[int, bool, int, bool, str]:
    """What decides within a family; the last two only which of two alike is named."""
    set_ = each.set_ is not None
    return each.rank, set_, (each.set_ if set_ else each.add) or 0, not one.bought, one.name


def _altered(
    column: Column, value: int | str, counted: Counted, had: Counted
) -> tuple[int | str, tuple[NamedAmount, ...]]:
    """A column's number, and what it is made up of beside what is printed.

    Args:
        had: what is in the printed number.
    """
    fixed = [pair for pair in counted.values() if pair[1].set_ is not None]
    if fixed:
        one, each = max(fixed, key=lambda pair: _weight(*pair))
        return _write(column, each.set_ or 0), ((one.name, each.set_ or 0),)
    parts = tuple(sorted(_parts(counted, had)))
    total = sum(amount for _, amount in parts)
    rule = column.worked_out
    if rule is None:
        return (value + total, parts) if isinstance(value, int) else (value, ())
    if value == NOTHING:
        points = total
    elif isinstance(value, str) and _form(column).fullmatch(value):
        found = NUMBER.search(value)
        points = total + rule.from_ - int(found[0] if found else 0)
    else:
        return value, ()
    return (_write(column, max(rule.least, rule.from_ - points)) if points > 0 else NOTHING), parts


def _parts(counted: Counted, had: Counted) -> Iterator[NamedAmount]:
    for key, (one, each) in counted.items():
        before = _amount(*had[key]) if key in had else 0
        if amount := _amount(one, each) - before:
            yield one.name, amount
    for key, (one, each) in had.items():
        if key not in counted and _amount(one, each):
            yield gettext("{name} not counted", name=one.name), -_amount(one, each)


def _amount(one: Carried, each: Alteration) -> int:
    return (each.add or 0) * one.times


def _form(column: Column) -> re.Pattern[str]:
    sample = column.form[0] if column.form else "0"
    return re.compile("[0-9]+".join(map(re.escape, NUMBER.split(sample))))


def _write(column: Column, number: int) -> int | str:
    """Write a number in the column's first form."""
    sample = column.form[0] if column.form else "0"
    return number if sample.isdigit() else NUMBER.sub(str(number), sample, count=1)


def _worked(
    profile: Profile,
    values: Mapping[str, int | str],
    made: Mapping[str, tuple[int | str, tuple[NamedAmount, ...]]],
) -> WorkedProfile:
    return WorkedProfile(
        profile.type, profile.name, profile.count, profile.role, values, made, profile.ruling
    )
