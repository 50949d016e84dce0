"""Dice by hand: every way they can fall, counted. Nothing here asks what is tested."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

D3 = (1, 2, 3)
D6 = (1, 2, 3, 4, 5, 6)
ARTILLERY = (2, 4, 6, 8, 10, "Misfire")
SCATTER = ("Hit", "Hit", "Arrow", "Arrow", "Arrow", "Arrow")


def share(good: Callable[..., bool], *dice: Iterable[Any]) -> Fraction:
    """Of all ways that dice can fall, the share that is good."""
    falls = list(product(*dice))
    return Fraction(sum(bool(good(*fall)) for fall in falls), len(falls))


def spread(result: Callable[..., Any], *dice: Iterable[Any]) -> dict[Any, Fraction]:
    """What all ways that dice can fall come to, and how often."""
    falls = list(product(*dice))
    counted = Counter(result(*fall) for fall in falls)
    return {value: Fraction(many, len(falls)) for value, many in counted.items()}


def every(dice: str) -> Iterator[Any]:
    """Yield what comes of each way that a table's dice can fall."""
    match dice:
        case "D3":
            yield from D3
        case "D6":
            yield from D6
        case "2D6":
            yield from map(sum, product(D6, D6))
        case "artillery":
            yield from ARTILLERY
        case "scatter":
            yield from SCATTER
        case _:
            raise AssertionError(dice)
