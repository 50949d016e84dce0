"""Check of event packs: for each choice that a pack allows, the solver looks for a legal army."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

from listbuilder.editing.edit import new
from listbuilder.loading.events import LoadedEvent
from listbuilder.loading.library import Library
from listbuilder.loading.problems import Problem
from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, judge_of
from listbuilder.solve.explain.why import conflict
from listbuilder.solve.model.cpsat import SearchBudget
from listbuilder.solve.outcomes import Impossible
from listbuilder.solve.search.goals import ADDED, fewest_additions
from listbuilder.solve.search.problem import SearchProblem
from listbuilder.solve.search.refinement import solve

MOST_NAMED = 4
"""Most rules that a message names, of those that can't all be kept."""


def impossible_armies(event: LoadedEvent, library: Library) -> Iterator[Problem]:
    """Yield the choices with which no army list that the event allows has a legal army.

    Where the search is stopped, nothing is said: the list may have a legal army.

    Args:
        event: an event whose pack has no other mistakes.
        library: the library of army lists.
    """
    lists, allowed = event.lists(library), event.choices
    for options in product(*allowed.values()):
        choices = dict(zip(allowed, options, strict=True))
        tried: tuple[Judge, Roster] | None = None
        for name in lists:
            book = library.book(event.ruleset, [name])
            known = {key: option for key, option in choices.items() if key in book.choices}
            begun = new(judge_of(book), name, known)
            limits, _ = event.settled(known)
            # Limits that the event leaves open are not set: then the most armies are legal.
            over, roster = event.played(book, attrs.evolve(begun, limits=limits))
            tried = judge_of(over), roster
            problem = SearchProblem(*tried, lambda encoded: {ADDED: fewest_additions(encoded)})
            outcome = solve(problem, SearchBudget().begin())
            if not isinstance(outcome, Impossible):
                break
        else:
            yield _problem(event, choices, *tried) if tried else _nobody(event)


def _nobody(event: LoadedEvent) -> Problem:
    return Problem(
        "impossible-event", gettext("No army list may come to {name}.", name=event.name), "/name"
    )


def _problem(event: LoadedEvent, choices: dict[str, str], judge: Judge, roster: Roster) -> Problem:
    """Say that no army is legal, with the rules that make one army impossible."""
    known = judge.book.choices
    made = [
        joined(": ", (known[name].title, known[name].options[option]))
        for name, option in choices.items()
        if name in known
    ]
    where = gettext(" with {choices}", choices=joined(", ", made)) if made else ""
    message = gettext("No army is legal at {name}{where}.", name=event.name, where=where)
    told = conflict(judge, roster, (), SearchBudget().begin())
    rules = [f"“{rule.text}”" for rule in told.rules] if told else []
    if rules:
        message = gettext(
            "{message} These can’t all be kept: {rules}.",
            message=message,
            rules=joined("; ", rules[:MOST_NAMED]),
        )
    return Problem("impossible-event", message, "/name")
