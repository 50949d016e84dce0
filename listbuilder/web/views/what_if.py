"""What-if evaluation: each addition is tried on the roster, as remedies are."""

from __future__ import annotations

from listbuilder.editing.defaults import with_defaults
from listbuilder.editing.find import number_of
from listbuilder.editing.roster_tree import move, path_of, put, remove_at
from listbuilder.errors import EditError
from listbuilder.findings import Severity
from listbuilder.messages import message_of
from listbuilder.model.entries import Selection
from listbuilder.model.language import Limit, Number
from listbuilder.model.memo import memoised
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import breach_sentence
from listbuilder.rules.places import Place

MOST_JUDGED = 40_000
"""The most selections that are judged for a part of a page: some tenths of a second."""

Offence = tuple[str, str, str | None]
"""A rule, the number of the selection at which it is broken, and ``Check.key``."""


def most_tried(army: Army) -> int:
    """Give the number of changes of an army that may be tried for a part of a page."""
    return MOST_JUDGED // (len(army.nodes) + 1)


def blocking_rule(judge: Judge, before: Verdict, holder: Node, place: Place, instead: bool) -> str:
    """Write the rule that a further copy of an entry would break; empty if it can be added.

    The rule may be on contents that come along with the copy. Contents that the copy lacks are no
    hindrance: the player chooses them next.

    Args:
        judge: the judge of the roster's book.
        before: the verdict on the roster as it is.
        holder: the holder that would get the copy.
        place: the place of the copy.
        instead: whether it replaces the selection in its slot, if that takes only one.
    """
    try:
        roster, where = with_one(before.army.roster, holder, place, instead)
    except EditError as error:
        return message_of(error)
    if roster is None:
        return ""
    known = {_offence(breach): breach.found for breach in before.breaches}
    after = judge.evaluate(roster)
    worse = [
        breach
        for breach in after.breaches
        if breach.constraint.severity is Severity.ERROR and _is_worse(breach, known, where)
    ]
    # A cost above its limit is told last: for it, unlike for other rules, something else could go.
    worse.sort(key=lambda breach: isinstance(breach.constraint.require.bound, Limit))
    return breach_sentence(worse[0], after.army, judge) if worse else ""


def rule_against_move(judge: Judge, before: Verdict, node: Node, holder: Node) -> str:
    """Write the rule that a selection would break in another holder; empty if it can move."""
    moved = move(before.army.roster, path_of(node), path_of(holder), node.place.copies)
    known = {_offence(breach): breach.found for breach in before.breaches}
    after = judge.evaluate(moved)
    worse = [
        breach
        for breach in after.breaches
        if breach.constraint.severity is Severity.ERROR and _is_worse(breach, known, "")
    ]
    return breach_sentence(worse[0], after.army, judge) if worse else ""


def is_closed(judge: Judge, before: Verdict, holder: Node) -> bool:
    """Whether a rule forbids all contents of a selection, whatever they cost.

    Only the first offer of its longest slot is tried, for all offers are alike in this.
    """
    slots: dict[str, list[Place]] = {}
    for place in holder.place.offered():
        if place.slot is not None:
            slots.setdefault(place.slot.id, []).append(place)
    longest = max(slots.values(), key=len, default=[])
    if len(longest) < 2:
        return False
    try:
        roster, _ = with_one(before.army.roster, holder, longest[0], False)
    except EditError:
        return False
    after = judge.evaluate(roster) if roster else before
    return any(
        breach.node.start == holder.start and breach.allowed == 0 and breach.found > 0
        for breach in after.breaches
    )


def with_one(
    roster: Roster, holder: Node, place: Place, instead: bool
) -> tuple[Roster | None, str]:
    """The roster with one more copy, and its number; None if it is there already (``instead``).

    Raises:
        EditError: the contents that come along would have too many copies.
    """
    path = path_of(holder)
    if instead:
        there = [child for child in holder.children if child.place.slot is place.slot]
        if any(child.place is place for child in there):
            return None, ""
        for child in reversed(there):
            roster = remove_at(roster, path_of(child))
    roster, added = put(roster, path, with_defaults(place), place.copies)
    return roster, ".".join(str(index + 1) for index in added)


def _is_worse(breach: Check, known: dict[Offence, Number], where: str) -> bool:
    """Whether a breach is new or greater, and no lack of contents in the added selection."""
    lacks = breach.found < breach.allowed
    number = number_of(breach.node) if breach.node.holder else ""
    if lacks and (number == where or number.startswith(f"{where}.")):
        return False
    before = known.get(_offence(breach))
    if before is None:
        return True
    return breach.found < before if lacks else breach.found > before


def _offence(breach: Check) -> Offence:
    node = breach.node
    return breach.constraint.id, number_of(node) if node.holder else "", breach.key


@memoised
def cost_of_one(judge: Judge, place: Place, models: int) -> dict[str, Number]:
    """Work out the cost of a copy with its default contents, by value.

    Costs that depend on the whole roster are left out; there are none where the default contents
    would be too many.

    Args:
        judge: the judge of the book.
        place: the place of the entry.
        models: models of the unit that would hold it.
    """
    names = [name for name, value in judge.book.ruleset.values.items() if value.cost]
    try:
        added = with_defaults(place)
    except EditError:
        return {}
    amounts = {name: _cost(place, added, name, models) for name in names}
    return {name: amount for name, amount in amounts.items() if amount}


def _cost(place: Place, selection: Selection, name: str, models: int) -> Number:
    models = selection.size or models
    amount: Number = 0
    said = place.value(name)
    if said is not None:
        amount = (said.each + said.per_model * models) * selection.count
        amount += (
            said.for_models(models)
            + sum(said.steps[:1])
            + (said.fixed if isinstance(said.fixed, Number) else 0)
        )
    for held in selection.with_:
        amount += _cost(place.below[held.entry, held.slot], held, name, models)
    return amount
