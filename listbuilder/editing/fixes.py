"""Changes that may mend a breach, the likeliest first; none of them is tried yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from math import ceil

import attrs

from listbuilder.editing.additions import additions
from listbuilder.editing.defaults import split_copies
from listbuilder.editing.distinct_names import named, number_of_twin
from listbuilder.editing.exchanges import exchanges
from listbuilder.editing.joined_units import joined_units
from listbuilder.editing.moves import counted, handed_on, moves, moves_in
from listbuilder.editing.needed_limits import needed_limits
from listbuilder.editing.new_holders import moved_into_any_new
from listbuilder.editing.rebuilding import rebuilt
from listbuilder.editing.removals import removal, removals
from listbuilder.editing.roster_tree import (
    change_held,
    change_selection,
    path_of,
    replace_at,
    with_count,
)
from listbuilder.editing.set_values import with_id
from listbuilder.editing.trials import Fix, TrialBudget
from listbuilder.loading.names import meant_by
from listbuilder.messages import gettext, joined
from listbuilder.model.language import (
    MODELS,
    MOST_COPIES,
    Comparison,
    Copies,
    Count,
    Limit,
    Number,
    Unassigned,
    Value,
)
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import holds, placed_at, sums
from listbuilder.rules.places import Place
from listbuilder.rules.sections import sections
from listbuilder.rules.slots import COPIES, NOT_OFFERED

FIRST_MOVES = 8
"""Most moves of unplaced or excess selections that are tried first."""


MOST_BEARER_MOVES = 3
"""Most moves that are tried of a unit whose option breaks a rule."""


def fixes(breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Yield changes that may mend a breach, the likeliest first.

    Args:
        breach: the breach.
        verdict: the judge's verdict.
        judge: the judge of the roster's book.
        budget: pays for the selections that are looked at.
    """
    roster, comparison = verdict.army.roster, breach.constraint.require
    short = breach.allowed - breach.found
    if breach.constraint.id == NOT_OFFERED:
        elsewhere = moves(breach.node, verdict, budget)
        yield from islice(elsewhere, FIRST_MOVES)
        yield from moved_into_any_new(breach.node, verdict, judge, budget)
        yield removal(breach.node, breach.node.count, verdict.army)._replace(of_the_rule=True)
        yield from exchanges(breach.node, verdict.army)
        yield from elsewhere
    elif isinstance(comparison.quantity, Limit):
        yield from _limits_set(breach, verdict, judge, budget)
    elif short > 0:
        resized = list(_resizings(breach, short, verdict, judge, budget))
        yield from (fix for fix, is_far in resized if not is_far)
        if breach.node.size and comparison.quantity == MODELS:
            yield from joined_units(breach.node, short, verdict.army, budget)
        yield from _placings(breach, verdict, judge, budget)
        yield from _unasked(breach, verdict, judge, budget)
        yield from moves_in(breach, short, verdict, judge, budget)
        yield from additions(breach, short, comparison.quantity, verdict, judge, budget)
        yield from (fix._replace(last=True) for fix, is_far in resized if is_far)
    else:
        if comparison.quantity == COPIES and breach.allowed == breach.node.place.copies:
            yield _apart(breach.node, roster)
        yield from (fix for fix, _ in _resizings(breach, short, verdict, judge, budget))
        yield from _placings(breach, verdict, judge, budget)
        elsewhere = handed_on(breach, -short, verdict, judge, budget)
        yield from islice(elsewhere, FIRST_MOVES)
        yield from removals(breach, -short, verdict, judge, budget)
        yield from elsewhere
        for fix in _limits_set(breach, verdict, judge, budget):
            yield fix._replace(last=True)
        takers = comparison.quantity.to if isinstance(comparison.quantity, Unassigned) else ()
        for bound in (comparison.bound, *(taker.max for taker in takers)):
            yield from additions(breach, -short, bound, verdict, judge, budget)
    if breach.node.holder is not None:
        yield from moves(breach.node, verdict, budget)
        yield from _bearer_moves(breach.node, verdict, budget)
        whole = removal(breach.node, breach.node.count, verdict.army)
        yield whole._replace(of_the_rule=True)


def _bearer_moves(option: Node, verdict: Verdict, budget: TrialBudget) -> Iterator[Fix]:
    """Yield moves of a unit with an option that it may not have where it is: a garrison."""
    bearer, entry = option.holder, option.place.entry
    if bearer is None or entry is None or option.place.is_piece:
        return
    if bearer.place.is_piece:
        yield from islice(moves(bearer, verdict, budget), MOST_BEARER_MOVES)


def _limits_set(
    breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[Fix]:
    """Set limits that the rule reads to values that it may need."""
    for name, amount in needed_limits(breach, verdict, judge):
        budget.judge(verdict, 0)
        yield _limit_set(name, amount, verdict, judge)


def _limit_set(name: str, amount: int, verdict: Verdict, judge: Judge) -> Fix:
    roster, title = verdict.army.roster, judge.book.ruleset.limits[name].title
    text = gettext("Set {title} to {number}", title=title, number=amount)
    return Fix(text, partial(attrs.evolve, roster, limits={**roster.limits, name: amount}))


def forgotten_limits(verdict: Verdict, judge: Judge) -> Iterator[Fix]:
    """Set each limit that the roster does not name to the values that broken rules may need."""
    needed = (needed_limits(breach, verdict, judge) for breach in verdict.breaches)
    for name, amount in dict.fromkeys(chain.from_iterable(needed)):
        if name not in verdict.army.roster.limits:
            yield _limit_set(name, amount, verdict, judge)


def other_choices(verdict: Verdict, judge: Judge) -> Iterator[Fix]:
    """Set each choice of the roster to another of its options, such as the side of a siege."""
    roster = verdict.army.roster
    for name, choice in judge.book.choices.items():
        for option, said in choice.options.items():
            if option != roster.choices.get(name, choice.default):
                text = gettext("Set {title} to {option}", title=choice.title, option=said)
                choices = {**roster.choices, name: option}
                yield Fix(text, partial(attrs.evolve, roster, choices=choices), last=True)


def _resizings(
    breach: Check, change: Number, verdict: Verdict, judge: Judge, budget: TrialBudget
) -> Iterator[tuple[Fix, bool]]:
    """Yield changes of the size of counted units, the smallest change first.

    Yields:
        Each change, and whether it is a far one, which more than doubles a unit.
    """
    army, quantity = verdict.army, breach.constraint.require.quantity
    found: list[tuple[Number, Node, int]] = []
    for value, selector, factor in sums(quantity, partial(holds, judge, army, breach.node)):
        if budget.spent:
            return
        nodes = judge.compiler.select(selector)(breach.node, army)
        budget.look(len(nodes))
        beside = _per_model_beside(nodes, value)
        for node in nodes:
            said = _by_models(node.place, value) if factor > 0 else None
            if said is None:
                continue
            said = attrs.evolve(said, per_model=said.per_model + beside[node])
            size = _size_for(node, said, Fraction(change) / Fraction(factor))
            if size is not None and 1 <= size <= MOST_COPIES:
                moved = _amount(said, size) - _amount(said, node.size)
                found.append((abs(Fraction(moved) * factor), node, size))
    for _, node, size in sorted(found, key=lambda one: (one[0], one[1].start)):
        resized = attrs.evolve(node.selection, size=Copies(size))
        fix = Fix(
            gettext("Set the size of {unit} to {number}", unit=named(node, army), number=size),
            partial(replace_at, path_of(node), resized, army.roster),
        )
        yield fix, size > 2 * node.size


def _per_model_beside(nodes: Sequence[Node], value: str | None) -> Mapping[Node, Number]:
    """Add up, by unit, what its contents carry for each of its models: shields, great weapons."""
    beside: dict[Node, Number] = defaultdict(int)
    for node in nodes:
        said = node.place.value(value) if value else None
        if said is None or not said.per_model or node.size:
            continue
        unit = node.holder
        while unit is not None and not unit.size:
            unit = unit.holder
        if unit is not None:
            beside[unit] += said.per_model * node.count
    return beside


def _by_models(place: Place, value: str | None) -> Value | None:
    """Give a unit's value, or its models, where that depends on its size; else None."""
    if value is None or place.entry is None or place.entry.size is None:
        return None
    said = Value(per_model=1) if value == "size" else place.value(value)
    return said if said and (said.per_model > 0 or said.by_size) else None


def _amount(said: Value, models: int) -> Number:
    return said.per_model * models + said.for_models(models)


def _size_for(node: Node, said: Value, change: Fraction) -> int | None:
    """Find the nearest size with which a unit adds so much more or less; None where none does."""
    only = node.place.entry.size.one_of if node.place.entry and node.place.entry.size else ()
    if not (only or said.by_size):
        each = Fraction(said.per_model)
        return node.size + (ceil(change / each) if change > 0 else -ceil(-change / each))
    now = _amount(said, node.size)
    moved = {size: _amount(said, size) - now for size in only or [most for most, _ in said.by_size]}
    enough = [size for size, by in moved.items() if (by >= change if change > 0 else by <= change)]
    return min(enough, key=lambda size: abs(size - node.size), default=None)


def _placings(breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Yield changes of placings, where the breach is of a rule about placed selections."""
    army = verdict.army
    for _, selector, _ in sums(
        breach.constraint.require.quantity, partial(holds, judge, army, breach.node)
    ):
        nodes = [breach.node] if selector.in_ == "at" and breach.node.holder else []
        if selector.in_ == "placed":
            nodes = [node for node, _ in counted(breach, verdict, judge, budget)]
        for node in reversed(nodes):  # who came last goes elsewhere
            if selector.in_ == "at" and node.selection.at is not None:
                placed = attrs.evolve(node.selection, at=None)
                unit = joined("", (number_of_twin(node, army), node.name))
                yield Fix(
                    gettext("Take {unit} off {place}", unit=unit, place=placed_at(node, army)),
                    partial(replace_at, path_of(node), placed, army.roster),
                )
            meant = list(_meant(node, army))
            if selector.in_ == "at" and not meant:
                yield from rebuilt(node, selector.test, army, judge, budget)
            others = chain(meant, army.named.values(), _nameless_sections(judge, army))
            for place in dict.fromkeys(others):
                if place.selection.id is None or place.selection.id != node.selection.at:
                    text = gettext(
                        "Place {unit} at {place}",
                        unit=named(node, army),
                        place=named(place, army),
                    )
                    yield Fix(text, partial(_placed_at, place, node, army))


def _meant(node: Node, army: Army) -> Iterator[Node]:
    """Yield the selection at which another was meant to stand, where it stands at none."""
    lost = node.selection.at
    if lost is not None and lost not in army.named:
        meant = meant_by(lost, {name: one.name for name, one in army.named.items()})
        if meant is not None:
            yield army.named[meant]


def _nameless_sections(judge: Judge, army: Army) -> Iterator[Node]:
    """Yield the sections without an id, at which no selection could be placed yet."""
    return (node for node in sections(judge, army) if node.selection.id is None)


def _placed_at(place: Node, node: Node, army: Army) -> Roster:
    roster, own = with_id(army, place)
    return change_selection(roster, path_of(node), lambda held: attrs.evolve(held, at=own))


def _unasked(breach: Check, verdict: Verdict, judge: Judge, budget: TrialBudget) -> Iterator[Fix]:
    """Take out what makes a rule be asked of a model: a mount that it may not ride."""
    condition = breach.constraint.when
    match condition:
        case Comparison(Count(selector), "at_least", int(bound)) if breach.node.place.is_piece:
            nodes = judge.compiler.select(selector)(breach.node, verdict.army)
            budget.look(len(nodes))
            excess = sum(node.count for node in nodes) - bound + 1
            for node in nodes:
                if node.count >= excess and breach.node.start < node.start < breach.node.end:
                    yield removal(node, excess, verdict.army)


def _apart(node: Node, roster: Roster) -> Fix:
    """Split a selection into single copies of its size; its contents stay with the first."""
    most = node.place.copies or node.count

    def apart() -> Roster:
        first, *others = split_copies(node.place, node.count)
        changed = replace_at(path_of(node), with_count(node.selection, first.count), roster)
        sized = [attrs.evolve(one, size=node.selection.size) for one in others]
        return change_held(changed, path_of(node)[:-1], lambda held: (*held, *sized))

    many = -(-node.count // most)
    text = gettext(
        "Split {count} × {name} into {number} selections",
        number=many,
        count=node.count,
        name=node.name,
    )
    return Fix(text, apart)
