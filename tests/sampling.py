"""Of cases by the hundred, a sample for every push; `make proofs` tries them all."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

EVERY_PUSH, PROOFS = "push", "proofs"
"""Hypothesis' profiles; `make proofs` names the second."""

settings.register_profile(PROOFS, deadline=None)
settings.register_profile(EVERY_PUSH, deadline=None)
settings.load_profile(EVERY_PUSH)

STEADY = settings(
    derandomize=True, deadline=None, database=None, suppress_health_check=[*HealthCheck]
)
"""The same examples every time, on a machine however slow."""


def examples(many: int) -> settings:
    """Let Hypothesis make so many examples, always the same, and an eighth of them at a push."""
    exhaustive = settings.get_current_profile_name() == PROOFS
    return settings(STEADY, max_examples=many if exhaustive else -(-many // 8))


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
