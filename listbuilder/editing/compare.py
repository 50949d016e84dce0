"""Differences in meaning between two versions of a game.

Every attribute of the model is either told here, or left out by name (``COSMETIC``) because it has
no meaning for armies. A change of an attribute without words of its own is told as a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

import attrs

from listbuilder.editing.deltas import (
    Delta,
    Pair,
    diff_alterations,
    diff_fields,
    diff_lists,
    diff_mappings,
    diff_names,
    diff_values,
    matched,
    prefixed,
    things_by_id,
)
from listbuilder.editing.difference_words import (
    ADDED,
    ARMY,
    ENTRY_FIELDS,
    KINDS,
    LISTS,
    REMOVED,
    RULE_FIELDS,
    SETTINGS,
    SEVERITIES,
    TABLE_FIELDS,
    TOPICS,
)
from listbuilder.editing.find import folded
from listbuilder.editing.slot_changes import diff_slots, displaced
from listbuilder.messages import gettext, joined
from listbuilder.model.entries import Entry, Keyword
from listbuilder.model.language import Comparison, Constraint
from listbuilder.model.play_aids import Table
from listbuilder.model.profile_types import ProfileType
from listbuilder.model.profiles import Profile
from listbuilder.model.ruleset import Battle, Book, Part, Ruleset
from listbuilder.record import Record
from listbuilder.rules.verbalise import OPS, Verbaliser, verbaliser_of

Item = TypeVar("Item")
DeltaKind = Literal["added", "removed", "renamed", "changed"]

WRITTEN = ("id", "like", "source", "schema", "keys", "known_as", "bookkeeping", "plural", "titles")
COSMETIC = (*WRITTEN, "default", "shown", "cards")
"""Attributes without a meaning for armies: those of form, sources and layout."""

SPOKEN_OF = (
    "values",
    "is_",
    "holder_becomes",
    "size",
    "slots",
    "caps",
    "holds",
    "constraints",
    "profiles",
    "alters",
)


@attrs.frozen(eq=False, repr=False)
class Difference(Record):
    """A difference between two versions of a game.

    Attributes:
        kind: whether the subject came, went, changed or got another name.
        about: topic of a change: ``price``, ``option``, ``limit``, ``profile`` …
        subject: an entry's name, a rule's title, a keyword … as players read it.
        id: the subject's id in the files.
        text: the change in words: ``140 points, was 130``.
        old, new: the value before and after, in words; None where there is none.
        entries: ids of the entries that it concerns; empty: it may concern any army.
    """

    kind: DeltaKind
    about: str
    subject: str
    id: str
    text: str
    old: str | None = None
    new: str | None = None
    entries: tuple[str, ...] = ()


class SemanticDiff:
    """Compares two versions of the parts of a game.

    Args:
        old, new: books that have the parts, to name things by.
    """

    def __init__(self, old: Book, new: Book) -> None:
        self._pair = Pair(verbaliser_of(old), verbaliser_of(new))
        self._books = old, new
        known = {**old.ruleset.values, **new.ruleset.values}
        self._costs = frozenset(name for name, value in known.items() if value.cost)

    def differences(self, old: Part, new: Part) -> Iterator[Difference]:
        """Yield the differences between two versions of a part, entries first."""
        yield from self._entries(old.entries, new.entries)
        yield from self._rules(old.constraints, new.constraints)
        yield from self._named("keyword", old.keywords, new.keywords, self._keyword)
        yield from self._named(
            "table", things_by_id(old.tables), things_by_id(new.tables), self._table
        )
        terms, others = ({term.name: term for term in part.glossary} for part in (old, new))
        yield from self._named("term", terms, others, self._fields)
        for name, word in TOPICS.items():
            before, after = things_by_id(getattr(old, name)), things_by_id(getattr(new, name))
            yield from self._named(word, before, after, self._fields)
        if isinstance(old, Ruleset) and isinstance(new, Ruleset):
            yield from self._ruleset(old, new)
        yield from self._named("choice", old.choices, new.choices, self._fields)
        for delta in diff_values(
            "name",
            gettext("called "),
            gettext("“{name}”", name=old.name),
            gettext("“{name}”", name=new.name),
        ):
            yield _changed(delta, ARMY, new.id)

    def _ruleset(self, old: Ruleset, new: Ruleset) -> Iterator[Difference]:
        for delta in diff_slots(self._pair, old.slots, new.slots, self._costs):
            yield _changed(delta, ARMY, "roster")
        for name, word in SETTINGS.items():
            before, after = getattr(old, name), getattr(new, name)
            yield from self._named(word, before, after, self._fields)
        yield from self._named("profile", old.profiles, new.profiles, self._profile_type)
        battles = [{"battle": ruleset.battle} if ruleset.battle else {} for ruleset in (old, new)]
        yield from self._named("battle", battles[0], battles[1], self._battle)
        rules = [things_by_id(battle.constraints) for known in battles for battle in known.values()]
        if len(rules) == len(battles):
            yield from self._named("battle rule", rules[0], rules[1], self._fields)

    def _entries(self, old: Sequence[Entry], new: Sequence[Entry]) -> Iterator[Difference]:
        before, after = things_by_id(old), things_by_id(new)
        moved = _renamed(before, after, _same_entry)
        for name, entry in after.items():
            one = before.get(moved.get(name, name))
            if one is None:
                price = self._price(entry)
                text = joined(", ", filter(None, (ADDED, price)))
                yield Difference("added", "entry", entry.name, name, text, None, price, (name,))
                continue
            if one.id != name:
                text = gettext("“{old}” is now “{new}”", old=one.id, new=name)
                both = one.id, name
                yield Difference("renamed", "entry", entry.name, name, text, *both, both)
            for delta in self._entry(one, entry):
                yield _changed(delta, entry.name, name, (name,))
        for name, entry in before.items():
            if name not in after and name not in moved.values():
                price = self._price(entry)
                yield Difference(
                    "removed", "entry", entry.name, name, REMOVED, price, None, (name,)
                )

    def _price(self, entry: Entry) -> str | None:
        words = self._pair.new
        prices = [
            joined(" ", (words.value(value), words.value_title(name)))
            for name, value in entry.values.items()
            if name in self._costs
        ]
        return joined(", ", prices) if prices else None

    def _entry(self, old: Entry, new: Entry) -> Iterator[Delta]:
        pair = self._pair
        yield from diff_mappings(pair, old.values, new.values, self._costs)
        yield from self._keywords("", old.is_, new.is_)
        yield from self._keywords(
            gettext("for its holder "), old.holder_becomes, new.holder_becomes
        )
        sizes = pair.old.size(old.size), pair.new.size(new.size)
        yield from diff_values("size", "", *sizes, old.size != new.size)
        slots = displaced(self._books, old, new)
        yield from diff_slots(pair, *slots, self._costs)
        for key, one, other in matched(old.caps, new.caps):
            where = gettext("the army") if key == "roster" else pair.new.keyword(key)
            was = None if one is None else gettext("{number} in {where}", number=one, where=where)
            now = (
                None if other is None else gettext("{number} in {where}", number=other, where=where)
            )
            yield from diff_values("limit", gettext("at most "), was, now)
        for key, one, other in matched(old.holds, new.holds):
            had = None if one is None else joined(" × ", (str(one), pair.old.entry(key)))
            has = None if other is None else joined(" × ", (str(other), pair.new.entry(key)))
            yield from diff_values("option", gettext("always with "), had, has)
        yield from self._inner_rules(old.constraints, new.constraints)
        yield from self._profiles(old.profiles, new.profiles)
        for key, label in LISTS.items():
            yield from diff_names(pair, key, label, getattr(old, key), getattr(new, key))
        yield from diff_alterations(pair, old.alters, new.alters)
        done = (*COSMETIC, *SPOKEN_OF, *LISTS)
        yield from diff_fields(pair, old, new, ENTRY_FIELDS, done)

    def _keywords(self, label: str, old: Iterable[str], new: Iterable[str]) -> Iterator[Delta]:
        before = {name: self._pair.old.keyword(name) for name in old}
        after = {name: self._pair.new.keyword(name) for name in new}
        yield from diff_lists("keyword", label, before, after)

    def _profiles(self, old: Sequence[Profile], new: Sequence[Profile]) -> Iterator[Delta]:
        before, after = _by_name(old), _by_name(new)
        alone = len(before) <= 1 >= len(after)
        for key, one, other in matched(before, after):
            if one is None or other is None:
                gained = gettext("gains the profile {name}", name=key)
                lost = gettext("loses the profile {name}", name=key)
                yield Delta("profile", gained if one is None else lost)
            else:
                deltas = self._profile(one, other)
                yield from deltas if alone else prefixed(key, deltas)

    def _profile(self, old: Profile, new: Profile) -> Iterator[Delta]:
        for column, was, now in matched(old.values, new.values):
            cells = [None if cell is None else str(cell) for cell in (was, now)]
            name = self._column(new.type, column)
            yield from diff_values("profile", f"{name} ", cells[0], cells[1])
        yield from diff_fields(self._pair, old, new, {}, (*COSMETIC, "name", "values"))

    def _column(self, kind: str, name: str) -> str:
        for book in reversed(self._books):
            known = book.ruleset.profiles.get(kind)
            for column in known.columns if known else ():
                if column.id == name:
                    return column.name
        return name

    def _rules(self, old: Sequence[Constraint], new: Sequence[Constraint]) -> Iterator[Difference]:
        """Compare rules that belong to no entry or keyword."""
        before, after = things_by_id(old), things_by_id(new)
        moved = _renamed(before, after, _same_rule)
        for name, rule in after.items():
            one = before.get(moved.get(name, name))
            if one is None:
                words = self._pair.new.comparison(rule.require)
                yield Difference(
                    "added", "rule", rule.title, name, gettext("new rule"), None, words
                )
                continue
            if one.id != name:
                text = gettext("“{old}” is now “{new}”", old=one.id, new=name)
                yield Difference("renamed", "rule", rule.title, name, text, one.id, name)
            for delta in self._rule(one, rule):
                yield _changed(delta, rule.title, name)
        for name, rule in before.items():
            if name not in after and name not in moved.values():
                words = self._pair.old.comparison(rule.require)
                yield Difference("removed", "rule", rule.title, name, gettext("rule gone"), words)

    def _inner_rules(self, old: Sequence[Constraint], new: Sequence[Constraint]) -> Iterator[Delta]:
        """Compare rules of an entry or keyword."""
        for difference in self._rules(old, new):
            text = joined(": ", (difference.text, difference.subject))
            if difference.kind in ("changed", "renamed"):
                title = gettext("rule “{title}”", title=difference.subject)
                text = joined(": ", (title, difference.text))
            yield Delta("rule", text, difference.old, difference.new)

    def _rule(self, old: Constraint, new: Constraint) -> Iterator[Delta]:
        pair, one, other = self._pair, old.require, new.require
        if attrs.evolve(one, op=other.op, bound=other.bound) == other:
            bounds = _bound(pair.old, one), _bound(pair.new, other)
            yield from diff_values("limit", "", *bounds, one != other)
        else:
            was, now = pair.old.comparison(one), pair.new.comparison(other)
            yield from diff_values("rule", gettext("asks that "), was, now, True)
        yield from diff_values("rule", "", SEVERITIES[old.severity], SEVERITIES[new.severity])
        yield from diff_fields(pair, old, new, RULE_FIELDS, (*COSMETIC, "require", "severity"))

    def _keyword(self, old: Keyword, new: Keyword) -> Iterator[Delta]:
        pair = self._pair
        yield from diff_mappings(pair, old.values, new.values, self._costs)
        yield from diff_slots(pair, old.slots, new.slots, self._costs)
        yield from self._inner_rules(old.constraints, new.constraints)
        yield from self._profiles(old.profiles, new.profiles)
        yield from diff_names(pair, "rules", LISTS["rules"], old.rules, new.rules)
        yield from diff_alterations(pair, old.alters, new.alters)
        yield from diff_fields(pair, old, new, ENTRY_FIELDS, (*COSMETIC, *SPOKEN_OF, "rules"))

    def _profile_type(self, old: ProfileType, new: ProfileType) -> Iterator[Delta]:
        for _, one, other in matched(things_by_id(old.columns), things_by_id(new.columns)):
            if one is None or other is None:
                name = (one or other or old.columns[0]).name
                gained = gettext("gains the column {name}", name=name)
                lost = gettext("loses the column {name}", name=name)
                yield Delta("profile", gained if one is None else lost)
            else:
                yield from prefixed(other.name, diff_fields(self._pair, one, other, {}, COSMETIC))
        order = [column.id for column in old.columns], [column.id for column in new.columns]
        if order[0] != order[1] and sorted(order[0]) == sorted(order[1]):
            yield Delta("profile", gettext("its columns stand in another order"))
        yield from diff_fields(self._pair, old, new, {}, (*COSMETIC, "columns"))

    def _table(self, old: Table, new: Table) -> Iterator[Delta]:
        before, after = ({one.rolls: one for one in table.outcomes} for table in (old, new))
        for rolls, one, other in matched(before, after):
            if one is None or other is None:
                yield Delta("table", joined(": ", (rolls, ADDED if one is None else REMOVED)))
            else:
                yield from prefixed(rolls, diff_fields(self._pair, one, other, {}, COSMETIC))
        yield from diff_fields(self._pair, old, new, TABLE_FIELDS, (*COSMETIC, "outcomes"))

    def _battle(self, old: Battle, new: Battle) -> Iterator[Delta]:
        yield from diff_fields(self._pair, old, new, {}, (*COSMETIC, "constraints"))

    def _fields(self, old: Any, new: Any) -> Iterator[Delta]:
        yield from diff_fields(self._pair, old, new, RULE_FIELDS, COSMETIC)

    def _named(
        self,
        word: str,
        old: Mapping[str, Any],
        new: Mapping[str, Any],
        compare: Callable[[Any, Any], Iterator[Delta]],
    ) -> Iterator[Difference]:
        """Compare things by their names."""
        for name, one, other in matched(old, new):
            title = getattr(other or one, "title", None) or name
            subject = gettext("{kind} “{title}”", kind=KINDS[word].begun(), title=title)
            if one is None:
                yield Difference("added", word, subject, name, ADDED)
            elif other is None:
                yield Difference("removed", word, subject, name, REMOVED)
            else:
                for delta in compare(one, other):
                    yield _changed(delta, subject, name)


def _changed(delta: Delta, subject: str, name: str, entries: tuple[str, ...] = ()) -> Difference:
    return Difference(
        "changed", delta.about, subject, name, delta.text, delta.old, delta.new, entries
    )


def _renamed(
    old: Mapping[str, Item], new: Mapping[str, Item], alike: Callable[[Item, Item], bool]
) -> dict[str, str]:
    """Match entries or rules that have got another id: the old ids by the new."""
    gone = {name: item for name, item in old.items() if name not in new}
    found = {}
    for name, item in new.items():
        other = next((other for other, one in gone.items() if alike(one, item)), None)
        if name not in old and other is not None:
            del gone[other]
            found[name] = other
    return found


def _same_entry(one: Entry, other: Entry) -> bool:
    """Whether two entries have the same name, or differ in nothing else."""
    but_for_names = attrs.evolve(one, id=other.id, name=other.name, source=other.source)
    return folded(one.name) == folded(other.name) or but_for_names == other


def _same_rule(one: Constraint, other: Constraint) -> bool:
    """Whether two rules have the same comparison, or the same text."""
    asks, asked = ((rule.require, rule.for_, rule.when) for rule in (one, other))
    return one.title == other.title or asks == asked


def _by_name(profiles: Sequence[Profile]) -> dict[str, Profile]:
    found: dict[str, Profile] = {}
    for number, profile in enumerate(profiles, 1):
        name = profile.name or f"profile {number}"
        found[name if name not in found else f"{name} ({number})"] = profile
    return found


def _bound(words: Verbaliser, comparison: Comparison) -> str:
    return joined(" ", (OPS[comparison.op], words.quantity(comparison.bound)))
