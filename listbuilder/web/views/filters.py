"""Filters of a slot's offers: a name, a keyword, a price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import attrs

from listbuilder.editing.find import folded
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.places import Place
from listbuilder.web.views.what_if import cost_of_one

MOST_KEYWORDS = 12
"""Most keywords to filter by: the commonest among the offers that not all of them have."""

PRICES = (10, 25, 50, 100, 150, 200, 300)
"""Prices to filter by, in the first cost, if some offers cost more and some do not."""


@attrs.frozen
class Filters:
    """The filters that a page sends.

    Attributes:
        wanted: part of a name or keyword.
        keyword: the whole title of a keyword; empty for any.
        price: the highest price of one copy; None for any.
    """

    wanted: str = ""
    keyword: str = ""
    price: int | None = None

    @staticmethod
    def of(get: Callable[[str], str | None]) -> Filters:
        """Read the filters from fields or a query; a price that is no number is ignored."""
        price = get("price") or ""
        number = int(price) if price.isascii() and price.isdecimal() and len(price) < 7 else None
        return Filters(get("q") or "", get("kw") or "", number)

    def passes(self, judge: Judge, place: Place, models: int) -> bool:
        """Whether an entry passes the filters."""
        titles = titles_of(judge, place)
        if self.keyword and self.keyword not in titles:
            return False
        if self.price is not None and price_of(judge, place, models) > self.price:
            return False
        name = place.entry.name if place.entry else ""
        return folded(self.wanted) in folded(", ".join((name, *titles)))


@attrs.frozen
class FilterChips:
    """Filters that a page offers: keywords, and highest prices with their unit."""

    keywords: tuple[str, ...] = ()
    prices: tuple[int, ...] = ()
    unit: str = ""


def chips_of(judge: Judge, places: Sequence[Place], models: int) -> FilterChips:
    """List the filters that pass some offers and not others."""
    counts = Counter(title for place in places for title in set(titles_of(judge, place)))
    telling = [title for title, many in counts.most_common() if 1 < many < len(places)]
    amounts = [price_of(judge, place, models) for place in places]
    prices = [price for price in PRICES if any(amounts) and min(amounts) <= price < max(amounts)]
    costs = (value.title for value in judge.book.ruleset.values.values() if value.cost)
    return FilterChips(tuple(telling[:MOST_KEYWORDS]), tuple(prices), next(costs, ""))


def titles_of(judge: Judge, place: Place) -> tuple[str, ...]:
    """List the titles of an entry's keywords."""
    known = judge.book.keywords
    titles = (known[name].title for name in place.names if name in known)
    return tuple(title for title in titles if title)


def price_of(judge: Judge, place: Place, models: int) -> int:
    """Work out the price of one copy, in the ruleset's first cost."""
    first = next((name for name, value in judge.book.ruleset.values.items() if value.cost), None)
    return int(cost_of_one(judge, place, models).get(first or "", 0))
