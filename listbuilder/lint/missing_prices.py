"""Checks of prices: left out, below zero, or for sizes that don't exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.reachability import OfferEdge, Reachability
from listbuilder.loading.json_pointer import token
from listbuilder.loading.names import quoted
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry, Keyword, Offer
from listbuilder.model.language import Number, Value, Values

MOST_PRICED = 4
"""A slot's missing price counts as forgotten if so many offers have a price for each without."""


def below_zero(game: Game) -> Iterator[Diagnostic]:
    """Yield prices below zero: whoever takes more copies would pay less."""
    costs = {
        name for name, kind in (game.ruleset.values.items() if game.ruleset else ()) if kind.cost
    }
    nodes: list[tuple[Location, Entry | Offer | Keyword]] = []
    for kind in (Entry, Offer, Keyword):
        nodes += game.of(kind)
    for at, node in nodes:
        values: Values = node.values
        for name in costs & values.keys():
            least = min(_amounts(values[name]))
            if least < 0:
                message = gettext(
                    "It costs {least} {name}: less than nothing.", least=least, name=name
                )
                yield at.diagnostic("price-below-zero", message, f"/values/{token(name)}")


def sizeless(game: Game) -> Iterator[Diagnostic]:
    """Yield prices by size of entries without a size: all would cost as much as the smallest."""
    for at, entry in game.of(Entry):
        for name, value in entry.values.items():
            if value.by_size and entry.size is None and entry.like is None:
                message = gettext(
                    "{id} has no size, so nothing of it goes by its size.", id=quoted(entry.id)
                )
                yield at.diagnostic("by-size-without-size", message, f"/values/{token(name)}")


def other_sizes(game: Game) -> Iterator[Diagnostic]:
    """Yield prices for sizes that an entry can't have, and prices that lack its largest size."""
    for at, entry in game.of(Entry):
        sizes = entry.size.one_of if entry.size is not None else ()
        for name, value in entry.values.items():
            priced = [models for models, _ in value.by_size] if sizes else []
            for models in priced:
                if models not in sizes:
                    there = " or ".join(map(str, sizes))
                    message = gettext(
                        "{id} comes in {there} models, never in {models}.",
                        id=quoted(entry.id),
                        there=there,
                        models=models,
                    )
                    step = f"/values/{token(name)}/by_size/{models}"
                    yield at.diagnostic("no-such-size", message, step, True)
            if priced and max(priced) < sizes[-1]:
                message = gettext(
                    "For {sizes} models of {id} it says no {name}.",
                    sizes=sizes[-1],
                    id=quoted(entry.id),
                    name=quoted(name),
                )
                yield at.diagnostic("unpriced-size", message, f"/values/{token(name)}/by_size")


def _amounts(value: Value) -> Iterator[Number]:
    """Yield the plain numbers that a value is made of."""
    yield value.each
    yield value.per_model
    yield from value.steps
    yield from (amount for _, amount in value.by_size)
    if isinstance(value.fixed, Number):
        yield value.fixed


def unpriced(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield the few offers of a slot without a price, where all others have one."""
    costs = [name for name, kind in reachability.book.ruleset.values.items() if kind.cost]
    slots: dict[int, list[OfferEdge]] = {}
    for edge in reachability.edges:
        slots.setdefault(id(edge.slot), []).append(edge)
    told: set[Location] = set()
    for edges in slots.values():
        for cost in costs:
            without = [
                edge
                for edge in edges
                if not (_says(edge, cost, reachability) or _must_say(edge, cost, reachability))
            ]
            homes = {edge.home for edge in without}
            priced = {edge.home for edge in edges} - homes
            if not homes or len(priced) < MOST_PRICED * len(homes):
                continue
            for edge in without:
                at = game.entry_at(*edge.home)
                if at not in told:
                    told.add(at)
                    others = gettext(
                        "the other {priced} that {id} offers do",
                        priced=len(priced),
                        id=quoted(edge.slot.id),
                    )
                    message = gettext(
                        "{home} says no {cost}; {others}.",
                        home=quoted(edge.home[1]),
                        cost=quoted(cost),
                        others=others,
                    )
                    yield at.diagnostic("unpriced-offer", message)


def _says(edge: OfferEdge, cost: str, reachability: Reachability) -> bool:
    """Whether the offer, the entry or one of its keywords has a price."""
    keywords: Mapping[str, Keyword] = reachability.book.keywords
    entry = reachability.entries[edge.home]
    if cost in edge.offer.values or cost in entry.values:
        return True
    names = reachability.names(edge.home)
    return any(cost in keywords[name].values for name in names if name in keywords)


def _must_say(edge: OfferEdge, cost: str, reachability: Reachability) -> bool:
    """Whether a keyword demands the price: then ``completeness.values`` tells that it lacks."""
    keywords = reachability.book.keywords
    names = reachability.names(edge.home)
    return any(cost in keywords[name].carries for name in names if name in keywords)
