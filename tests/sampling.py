"""Of cases by the hundred, a sample for every push; `make proofs` tries them all."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[tuple[Any, ...]], one_in: int) -> list[Any]:
    """Mark all cases but each so manieth, from the first on, for the exhaustive run.

    Args:
        cases: each the arguments of a parametrized test.
        one_in: so many cases have one that every push tries.
    """
    return [
        pytest.param(*case, marks=[pytest.mark.proof] if number % one_in else [])
        for number, case in enumerate(cases)
    ]
