"""Equipment of a model: of its entry and keywords, of names on its card, and of its options.

A model is a selection with a profile. Its options are the selections without a profile anywhere
below it. Selections with cards of their own, or placed elsewhere, are not carried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs

from listbuilder.model.entries import Entry, Selection
from listbuilder.model.language import ALWAYS, Condition
from listbuilder.model.play_aids import Term
from listbuilder.model.profiles import Alteration, Named, Profile
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.glossary import glossary_of
from listbuilder.rules.places import Place

FIELDS = ("wargear", "rules", "actions", "powers")
"""The fields of an entry with names whose meaning is in the glossary."""

Dealt = tuple[tuple[Node, int], ...]
"""The options that each of some copies has, each with its number."""


class Variant(NamedTuple):
    """Copies of a selection that have the same options."""

    copies: int
    options: Dealt


@attrs.frozen(eq=False)
class Carried:
    """Something that a model carries.

    Attributes:
        name: its name on sheets.
        kinds: its keywords, for which an alteration's ``without`` asks.
        times: the number that each copy of the model has.
        bought: whether it is an option, not the entry's own.
        key: equal keys count once, however often they are named.
    """

    name: str
    kinds: frozenset[str]
    alters: tuple[Alteration, ...]
    profiles: tuple[Profile, ...] = ()
    times: int = 1
    bought: bool = False
    key: object = None


class Equipment:
    """Reads what the selections of an army carry."""

    def __init__(self, judge: Judge, army: Army) -> None:
        self.judge = judge
        self.army = army
        self.glossary = glossary_of(judge.book)

    def holds(self, condition: Condition | None, node: Node) -> bool:
        """Tell whether a condition holds at a selection; no condition (None) always does."""
        if condition is None or condition is ALWAYS:
            return True
        return self.judge.compiler.memoised_test(condition)(node, self.army)

    def options(self, node: Node) -> Iterator[Node]:
        """Yield a model's options: no models, nor below other models, and not placed elsewhere."""
        for child in _held(node):
            if not child.place.is_piece:
                yield child
                yield from self.options(child)

    def variants(self, node: Node) -> tuple[Variant, ...]:
        """Deal a selection's options among its copies, to as many copies as possible.

        Example: two axes and two maces among four copies arm all four, two with each weapon. The
        order of the options does not matter.
        """
        number, turn = node.count, 0
        shares: list[tuple[Node, int, int, int]] = []
        cuts = {0}
        for option in sorted(self.options(node), key=_called):
            share, rest = divmod(option.count, number)
            shares.append((option, share, rest, turn))
            cuts |= {turn, (turn + rest) % number}
            turn = (turn + rest) % number
        starts = sorted(cuts)
        found: dict[Dealt, int] = {}
        for first, end in zip(starts, (*starts[1:], number), strict=True):
            dealt = tuple(
                (option, each)
                for option, share, rest, begin in shares
                if (each := share + ((first - begin) % number < rest))
            )
            found[dealt] = found.get(dealt, 0) + end - first
        return tuple(Variant(copies, dealt) for dealt, copies in found.items())

    def names(self, node: Node, at: Node, field: str) -> Iterator[str]:
        """Yield the names of a field of a selection's entry whose condition holds at a model."""
        return (one.name for one in self.named(node, at, field))

    def named(self, node: Node, at: Node, field: str) -> Iterator[Named]:
        """Yield the names of a field as ``names`` does, with the numbers printed behind them."""
        entry = node.place.entry
        named: Sequence[Named] = getattr(entry, field) if entry else ()
        return (one for one in named if self.holds(one.when, at))

    def carried(self, node: Node, options: Dealt) -> list[Carried]:
        """List all that each copy of a model with certain options carries itself.

        Args:
            node: the model's selection.
            options: the options of these copies.
        """
        found = [*self._own(node, options)]
        for option, times in options:
            found += self._option(option, node, times)
        if node.holder is not None and self._shares(node):
            found += self.carried(node.holder, self._common(node.holder))
        return found

    def reaching(self, node: Node, options: Dealt) -> Iterator[tuple[Carried, Alteration]]:
        """Yield the alterations that can apply to a model's profiles, each with its bearer."""
        for one in self.carried(node, options):
            for alteration in one.alters:
                if self.holds(alteration.to, node) and self.holds(alteration.when, node):
                    yield one, alteration
        for child in self._models(node):
            for one, alteration in self._leaving(child):
                if self.holds(alteration.to, node) and self.holds(alteration.when, node):
                    yield attrs.evolve(one, bought=True), alteration

    def _leaving(self, node: Node) -> Iterator[tuple[Carried, Alteration]]:
        """Yield the alterations that a model carries for a model around it (``to``)."""
        for one in self.carried(node, self._common(node)):
            for alteration in one.alters:
                if alteration.to != ALWAYS and not self.holds(alteration.to, node):
                    yield one, alteration
        for child in self._models(node):
            for one, alteration in self._leaving(child):
                if not self.holds(alteration.to, node):
                    yield one, alteration

    def _models(self, node: Node) -> Iterator[Node]:
        """Yield the models inside a selection that stand on its card."""
        for child in _held(node):
            if child.place.is_piece:
                yield child
            else:
                yield from self._models(child)

    def _common(self, node: Node) -> Dealt:
        """The options that all copies of a selection have."""
        return tuple(
            (option, option.count // node.count)
            for option in self.options(node)
            if option.count >= node.count
        )

    def _shares(self, node: Node) -> bool:
        known = self.judge.book.keywords
        return any(name in known and known[name].shares for name in node.keywords)

    def _own(self, node: Node, options: Dealt) -> Iterator[Carried]:
        entry = node.place.entry
        if entry is None:
            return
        yield Carried(entry.name, node.keywords, entry.alters)
        known = self.judge.book.keywords
        for name in sorted(node.keywords):
            if name in known and known[name].alters:
                title = known[name].title or name
                yield Carried(title, frozenset(), known[name].alters, key=name)
        gone = {
            name
            for option, _ in options
            if option.place.offer
            for name in option.place.offer.replaces
        }
        yield from self._named(node, node, gone, bought=False)

    def _option(self, option: Node, at: Node, times: int) -> Iterator[Carried]:
        entry = option.place.entry
        if entry is None:
            return
        yield Carried(option.name, option.keywords, entry.alters, (), times, True)
        if (term := self.glossary.find(entry.name, option.place.list_id)) is not None:
            yield _of(term, option.name, True)
        yield from self._named(option, at, set(), bought=True)

    def _named(self, node: Node, at: Node, gone: set[str], bought: bool) -> Iterator[Carried]:
        """Yield the glossary's terms for the names on the card of a selection."""
        for field in FIELDS:
            for name in self.names(node, at, field):
                if field != "wargear" or name not in gone:
                    term = self.glossary.find(name, node.place.list_id)
                    if term is not None:
                        yield _of(term, name, bought)


def alone(judge: Judge, entry: Entry, list_id: str) -> tuple[Army, Node]:
    """Lay an entry out as it stands by itself in an army list, without options."""
    army = Army(Roster(judge.book.ruleset.id, "", {}), judge.root)
    node = Node(Place(judge.book, judge.root, entry, list_id), army.root, 0, 1, 0, 0)
    node.selection = Selection(entry.id)
    node.before, node.end = 0, 1
    army.nodes.append(node)
    army.root.children = (*army.root.children, node)
    army.root.end = 1
    return army, node


def _held(node: Node) -> Iterator[Node]:
    """Yield the contents of a selection that stand on its card."""
    for child in node.children:
        slot = child.place.slot
        if (slot is None or not slot.cards) and child.selection.at is None:
            yield child


def _called(node: Node) -> tuple[str, str, int]:
    return node.selection.entry, node.name, node.count


def _of(term: Term, name: str, bought: bool) -> Carried:
    return Carried(
        name, frozenset(term.is_), term.alters, term.profiles, bought=bought, key=id(term)
    )
