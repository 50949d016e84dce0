"""Profiles in play: the printed numbers after the alterations by all that a model carries.

The numbers of profiles are worked out here alone. The order of what is carried never matters:
additions are summed, of a family the greatest of the highest rank counts, and a number that is set
replaces all others.
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
"""The text of a number that falls (``WorkedOut``), if nothing is added."""

NamedAmount = tuple[str, int]
"""The name of a thing that alters a number, and the amount."""

Counted = dict[object, tuple[Carried, Alteration]]
"""The alterations that count, by their family; without a family by themselves."""


class _Reached:
    """The alterations that can apply to a model's profiles, with all that the model carries."""

    def __init__(
        self, carried: Iterable[Carried], reaching: Sequence[tuple[Carried, Alteration]]
    ) -> None:
        self.kinds = frozenset[str]().union(*(one.kinds for one in carried))
        self.reaching = reaching

    def counted(self, column: str, role: str | None) -> Counted:
        """Leave out alterations that do not count: named again, or not the first of a family."""
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
        name: the name of its owner, such as a mount; None: it is the selection's own.
        count: the number of models in each copy that have it.
        values: the values by column, as profiles write them.
        made: for each altered column the printed value, and the parts added.
        ruling: the reading that the numbers take; None: they need none.
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
            node: the selection.
            options: the options of the copies asked for; None: those of the first copies.
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
        """Yield the alterations that count in the numbers of a selection's profiles.

        Args:
            node: the selection.
            options: the options of the copies asked for.
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

        A number that is added to the bearer's is worked out with the bearer's first profile.
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
    """Say the parts of a number: ``5 + 1 Shield``; of a number that falls: ``Shield``."""
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
    """Leave out things that are named a second time and count once."""
    seen: set[object] = set()
    for one in carried:
        if one.key is None or one.key not in seen:
            seen.add(one.key)
            yield one


def _weight(one: Carried, each: Alteration) -> tuple[int, bool, int, bool, str]:
    """A sort key within a family; its last two parts only decide which of two equals is named."""
    set_ = each.set_ is not None
    return each.rank, set_, (each.set_ if set_ else each.add) or 0, not one.bought, one.name


def _altered(
    column: Column, value: int | str, counted: Counted, had: Counted
) -> tuple[int | str, tuple[NamedAmount, ...]]:
    """A column's number in play, and its parts besides the printed number.

    Args:
        column: the column.
        value: the printed value.
        counted: the alterations that count.
        had: the alterations that the printed number includes already.
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
