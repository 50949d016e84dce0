"""Searching army lists for entries, and counting their entries by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

import attrs

from listbuilder.editing.defaults import least_size
from listbuilder.editing.find import folded
from listbuilder.messages import gettext
from listbuilder.model.language import Number
from listbuilder.report.browse import entry_costs, keywords_of
from listbuilder.report.columns import table
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place, passes

Listed = tuple[str, Judge]
"""An army list's id, and a judge of the book with this list alone."""


@attrs.frozen
class EntryQuery:
    """The conditions of a search for entries, all of which must hold.

    Attributes:
        keywords: sets of keywords' ids; the entry has a keyword of each set.
        kinds: sets of kinds' ids; the entry is of a kind of each set.
        name: a part of the entry's name.
        least, most: bounds of the price, in the game's first cost; entries without a price fail.
    """

    keywords: Sequence[Collection[str]] = ()
    kinds: Sequence[Collection[str]] = ()
    name: str = ""
    least: int | None = None
    most: int | None = None

    def finds(self, place: Place) -> bool:
        """Tell whether an entry, by itself, meets all conditions."""
        entry = place.entry
        if entry is None or folded(self.name) not in folded(entry.name):
            return False
        if any(place.keywords.isdisjoint(ids) for ids in self.keywords):
            return False
        known = place.book.ruleset.kinds
        for ids in self.kinds:
            if not any(passes(known[kind].test, place) for kind in ids if kind in known):
                return False
        if self.least is None and self.most is None:
            return True
        cost = least_price(place)
        return (
            cost is not None
            and (self.least is None or cost >= self.least)
            and (self.most is None or cost <= self.most)
        )


def found_lines(lists: Sequence[Listed], wanted: EntryQuery) -> Iterator[str]:
    """Yield a table of the entries found: army list, entry, name, cost, keywords; or nothing.

    Entries of the game that all of several army lists take are listed once, at the end.
    """
    rows: list[tuple[str, str, str, str, str]] = []
    takers: Counter[tuple[str, str, str, str]] = Counter()
    for list_id, judge in lists:
        for place in at_hand(judge, list_id):
            entry = place.entry
            if entry is not None and wanted.finds(place):
                told = (entry.id, entry.name, entry_costs(judge, place), keywords_of(judge, place))
                rows.append((list_id, *told))
                takers[told] += judge.book.entries[""].get(entry.id) is entry
    shared = [told for told, many in takers.items() if many == len(lists) > 1]
    rows = [row for row in rows if row[1:] not in shared] + [
        (gettext("all"), *told) for told in shared
    ]
    if rows:
        heads = (
            gettext("army list"),
            gettext("entry"),
            gettext("name"),
            gettext("cost"),
            gettext("keywords"),
        )
        yield from table(heads, rows, whole=1)


def summary_lines(lists: Sequence[Listed], wanted: EntryQuery) -> Iterator[str]:
    """Yield a table of the numbers of entries of army lists, in all and by kind, then the sums.

    An entry that two army lists share is counted with each.
    """
    kinds = lists[0][1].book.ruleset.kinds if lists else {}
    rows = []
    for list_id, judge in lists:
        found = [place for place in at_hand(judge, list_id) if wanted.finds(place)]
        counts = [sum(passes(kind.test, place) for place in found) for kind in kinds.values()]
        rows.append((list_id, [len(found), *counts]))
    totals = [sum(column) for column in zip(*(counts for _, counts in rows), strict=True)]
    lines = [(name, *map(str, counts)) for name, counts in [*rows, (gettext("all"), totals)]]
    titles = (kind.title.lower() for kind in kinds.values())
    yield from table((gettext("army list"), gettext("entries"), *titles), lines)


def at_hand(judge: Judge, list_id: str) -> Iterator[Place]:
    """Yield each entry that a roster of one army list can hold, by itself.

    The list's own entries come first, then those of the game that it takes, both in file order.
    """
    offered: set[int] = set()
    level = [judge.root]
    while level:
        below = []
        for child in (child for place in level for child in place.offered()):
            if id(child.entry) not in offered:
                offered.add(id(child.entry))
                below.append(child)
        level = below
    for owner in (list_id, ""):
        for entry in judge.book.entries[owner].values():
            if id(entry) in offered:
                yield Place(judge.book, judge.root, entry, list_id)


def least_price(place: Place) -> Number | None:
    """Work out the price of an entry's smallest selection without options, in the first cost.

    Returns:
        The price; None where the entry has none of its own, or its price depends on the roster.
    """
    names = (name for name, kind in place.book.ruleset.values.items() if kind.cost)
    value = place.value(next(names, ""))
    if value is None or not isinstance(value.fixed, Number):
        return None
    copy = value.steps[-1] if value.steps else value.each
    models = least_size(place) or 1
    return copy + value.fixed + value.per_model * models + value.for_models(models)
