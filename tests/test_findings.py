"""Numbers as people read them; two lists of findings compared."""

from fractions import Fraction
from functools import partial

import attrs
import pytest

from listbuilder.findings import Finding, Severity, Share, compared, written
from tests.work import work


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (12, "12"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(599, 4), "149¾"),
        (Fraction(5, 4), "1¼"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(15, 7), "2 1/7"),
        (Fraction(1, 7), "1/7"),
        (Fraction(-1, 2), "-1/2"),
        (Fraction(4, 2), "2"),
    ],
)
def test_usual_parts_have_signs_and_the_rest_are_fractions(
    amount: int | Fraction, text: str
) -> None:
    assert written(amount) == text


def found(name: str, number: int) -> Finding:
    return Finding("code", Severity.ERROR, f"{name}: {number}", subject=(name,))


def test_what_is_mended_left_and_broken_is_told_apart_in_linear_time() -> None:
    many = 300
    names = [str(number) for number in range(many)]
    old = [found(name, 1) for name in names] + [found("gone", 1), found("same", 1)]
    new = [found(name, 2) for name in reversed(names)] + [found("new", 1), found("same", 1)]
    gone, moved, broken = compared(old, new)
    assert [finding.subject for finding in gone] == [("gone",)]
    assert [finding.subject for finding in moved] == [(name,) for name in reversed(names)]
    assert [finding.subject for finding in broken] == [("new",)]
    half = partial(compared, old[: many // 2], new[: many // 2])
    assert work(partial(compared, old, new)) < 2.5 * work(half)


def test_a_want_is_the_same_one_when_something_counts_towards_it() -> None:
    need = Finding("core", Severity.ERROR, "none of 500", subject=("The army",))
    less = attrs.evolve(
        need, message="180 of 500", parts=(Share("Handgunners", "/army/0", 1, "180"),)
    )
    assert compared([need], [less]) == ([], [less], [])
