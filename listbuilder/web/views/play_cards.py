"""View models of cards in play, with the models to count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from listbuilder.content.cards import Card
from listbuilder.content.counters import Square


@attrs.frozen
class Strength:
    """The number of a unit's models at the beginning; ``name`` is that of its form's field."""

    name: str
    title: str
    models: int
    left: int


@attrs.frozen
class PlayCard:
    """A card, and the units on it whose models are counted."""

    card: Card
    strengths: tuple[Strength, ...]


def play_cards(cards: Sequence[Card], ticks: Mapping[str, str]) -> tuple[PlayCard, ...]:
    """Show the cards with the units that are counted.

    Args:
        cards: the army's cards.
        ticks: the values of fields that are not those of the beginning.
    """
    return tuple(
        PlayCard(
            card,
            tuple(
                Strength(
                    f"left.{number}.{place}", title, models, _left(ticks, number, place, models)
                )
                for place, (title, models) in enumerate(_strengths(card))
            ),
        )
        for number, card in enumerate(cards, 1)
    )


def counters(
    squares: Sequence[Square], cards: Sequence[PlayCard], ticks: Mapping[str, str]
) -> tuple[Strength, ...]:
    """Count the counters of each kind that is on no card."""
    counted = {card.card.piece.name for card in cards if card.strengths}
    kinds: dict[str, int] = {}
    for square in squares:
        drawn = square.back or square.face
        if drawn.name not in counted:
            name = f"{drawn.name} {drawn.code}{f' {drawn.unit}' if drawn.unit else ''}".strip()
            kinds[name] = kinds.get(name, 0) + 1
    return tuple(
        Strength(f"left.0.{place}", name, many, _left(ticks, 0, place, many))
        for place, (name, many) in enumerate(sorted(kinds.items()))
    )


def _left(ticks: Mapping[str, str], number: int, place: int, models: int) -> int:
    said = ticks.get(f"left.{number}.{place}", "")
    return min(models, int(said)) if said.isascii() and said.isdecimal() else models


def _strengths(card: Card) -> Iterator[tuple[str, int]]:
    """Yield the units of a card, then the further pieces on it, each with its models."""
    several = len(card.units) > 1
    if card.units:
        for place, models in enumerate(card.units, 1):
            yield (f"{place}" if several else ""), models
    elif card.grids or card.counter:
        yield "", int(card.piece.many or 1)
    for table in (*card.grids, *card.shared):
        for row in table.rows:
            if row.piece is not None:
                yield row.title, int(row.many or 1)


def fallen(cards: Sequence[PlayCard], further: Sequence[Strength]) -> tuple[int, int]:
    """Count the models out of play, and all models; ``further`` are on no card."""
    every = [*further, *(one for card in cards for one in card.strengths)]
    return sum(one.models - one.left for one in every), sum(one.models for one in every)
