"""The army as a tree of rows, its totals, and its findings beside their selections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import attrs

from listbuilder.content.costs import CostView, total_costs, write_costs
from listbuilder.content.findings import finding_view
from listbuilder.content.lines import Gauge
from listbuilder.editing.distinct_names import number_of_twin
from listbuilder.editing.find import number_of
from listbuilder.editing.mend import MOST_TRIED, mended
from listbuilder.findings import Finding, Severity, written
from listbuilder.messages import joined
from listbuilder.model.language import Sum
from listbuilder.model.memo import memoised
from listbuilder.report.told import is_option
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import explain
from listbuilder.rules.measure import USED_OF, carried, figures, used
from listbuilder.web.storage.remedy_search import RemedySearch
from listbuilder.web.views.models import LocatedFinding, MendsView, RemedyView, SelectionRow
from listbuilder.web.views.slot_bounds import most, most_of
from listbuilder.web.views.what_if import most_tried

MOST_PARTS = 6
MEND = "mend"
"""Beginning of what a remedy's button sends; the numbers of finding and remedy follow."""

FURTHER = ":further"
"""End of what the button sends where the solver's remedies are numbered, too."""


def rows(
    judge: Judge, verdict: Verdict, findings: Sequence[LocatedFinding]
) -> tuple[SelectionRow, ...]:
    """List the selections that are more than an option of another."""
    by_place: dict[str, list[LocatedFinding]] = {}
    for located_findings in findings:
        by_place.setdefault(located_findings.at, []).append(located_findings)
    army = verdict.army
    shown: dict[int, list[Gauge]] = {}
    for check in _used(verdict, judge):
        shown.setdefault(check.node.start, []).append(_use(check))
    return tuple(
        attrs.evolve(row, gauges=tuple(shown.get(node.start, ()))) if node.holder else row
        for top, slot in _beside(army.root)
        for node, row in _rows(judge, verdict, top, 0, slot, by_place)
    )


def _rows(
    judge: Judge,
    verdict: Verdict,
    node: Node,
    depth: int,
    slot: str,
    findings: Mapping[str, Sequence[LocatedFinding]],
) -> Iterator[tuple[Node, SelectionRow]]:
    yield node, row_of(judge, verdict, node, depth, slot, _about(node, findings))
    for child, title in _beside(node):
        yield from _rows(judge, verdict, child, depth + 1, title, findings)


def _beside(holder: Node) -> Iterator[tuple[Node, str]]:
    """Yield the rows below a holder, each slot's title at the first where there are several."""
    children = [child for child in holder.children if not is_option(child)]
    slots = {child.place.slot.id for child in children if child.place.slot}
    located_findings: set[str] = set()
    for child in children:
        slot = child.place.slot
        title = slot_title(slot.title, slot.id) if slot and len(slots) > 1 else ""
        yield child, "" if title in located_findings else title
        located_findings.add(title)


def slot_title(title: str | None, slot_id: str) -> str:
    """Give a slot's title, or else its id."""
    return title or slot_id.replace("-", " ").capitalize()


def _about(
    node: Node, findings: Mapping[str, Sequence[LocatedFinding]]
) -> tuple[LocatedFinding, ...]:
    """List the findings about a row: about its selection and the options in its row."""
    spoken = [node, *(child for child in node.children if is_option(child))]
    return tuple(finding for one in spoken for finding in findings.get(number_of(one), ()))


def row_of(
    judge: Judge,
    verdict: Verdict,
    node: Node,
    depth: int = 0,
    slot: str = "",
    findings: tuple[LocatedFinding, ...] = (),
) -> SelectionRow:
    """Put a selection on a row."""
    army = verdict.army
    entry, selection = node.place.entry, node.selection
    costs = {name: carried(judge, army, node, name) for name in verdict.costs}
    beside = node.holder.children if node.holder else ()
    earlier, later = shifts(node, [child for child in beside if not is_option(child)])
    counted: Literal["count", "size", ""] = ""
    if node.size:
        counted = "size"
    elif node.place.copies != 1 and (node.count > 1 or _may_be_more(judge, army, node)):
        counted = "count"
    smaller, larger = _next_sizes(node)
    return SelectionRow(
        number=number_of(node),
        depth=depth,
        twin=number_of_twin(node, army),
        name=entry.name if entry else "",
        called=selection.name or "",
        at=army.named[selection.at].name if selection.at in army.named else "",
        many=node.count,
        size=node.size,
        smaller=smaller,
        larger=larger,
        counted=counted,
        options=joined(", ", [_option(child) for child in node.children if is_option(child)]),
        notes=selection.notes if isinstance(selection.notes, str) else "",
        cost=write_costs(judge.book, costs),
        slot=slot,
        findings=findings,
        earlier=earlier,
        later=later,
    )


def _next_sizes(node: Node) -> tuple[int, int]:
    """Give the next smaller and larger size of a unit; 0, which removes it, below the least."""
    entry = node.place.entry
    sizes = entry.size.one_of if entry is not None and entry.size is not None else ()
    if not sizes:
        return node.size - 1, node.size + 1
    smaller = max((size for size in sizes if size < node.size), default=0)
    return smaller, min((size for size in sizes if size > node.size), default=node.size + 1)


def shifts(node: Node, row: Sequence[Node]) -> tuple[str, str]:
    """Give the edits that swap a selection with its neighbours in its holder."""
    if node not in row:
        return "", ""
    numbers = ["", *map(number_of, row)]
    at = row.index(node) + 1
    earlier = f"after:{numbers[at]}:{numbers[at - 2]}" if at > 1 else ""
    later = f"after:{numbers[at]}:{numbers[at + 1]}" if at + 1 < len(numbers) else ""
    return earlier, later


def _may_be_more(judge: Judge, army: Army, node: Node) -> bool:
    """Whether the slot of a selection takes more than one copy."""
    holder, slot = node.holder, node.place.slot
    if holder is None or slot is None:
        return True
    return 1 not in (
        most_of(judge, army, holder, node.place),
        most(judge, army, holder, slot, ()),
    )


def _option(node: Node) -> str:
    return f"{node.count} × {node.option_name()}" if node.count > 1 else node.option_name()


@memoised
def _used(verdict: Verdict, judge: Judge) -> tuple[Check, ...]:
    """Check each limit that sheets show; several parts of a page need the result."""
    return tuple(used(judge, verdict.army))


def cost_views(verdict: Verdict, judge: Judge) -> tuple[CostView, ...]:
    """Costs of the whole army."""
    return tuple(total_costs(judge, verdict, _used(verdict, judge)))


def gauges(verdict: Verdict, judge: Judge) -> tuple[Gauge, ...]:
    """Make gauges of the limits that sheets show, without total costs."""
    costs = [Sum(name) for name in verdict.costs]
    return tuple(
        _use(check)
        for check in _used(verdict, judge)
        if check.node.holder is not None or check.constraint.require.quantity not in costs
    )


def _use(check: Check) -> Gauge:
    rule = check.constraint
    found, allowed = written(check.found), written(check.allowed)
    bound = USED_OF[rule.require.op]
    return Gauge(rule.shown or rule.title, check.node.name, found, bound, allowed, check.kept)


def roster_figures(judge: Judge, army: Army) -> tuple[tuple[str, str], ...]:
    """List the figures of the roster, with their titles."""
    return tuple(
        (figure.title, f"{written(amount)}{figure.unit}")
        for figure, amount in figures(judge, army, army.root)
    )


def located_findings(
    judge: Judge, verdict: Verdict, search: RemedySearch | None = None, most: int | None = None
) -> tuple[LocatedFinding, ...]:
    """Put the findings into words, each with its selection.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict on the roster.
        search: the search for remedies, which are worked out for each finding, in a huge army for
            the first; None: they are not worked out, which takes longest.
        most: the most findings to tell, errors first.
    """
    found = list(enumerate(explain(verdict, judge)))
    errors_first = sorted(found, key=lambda one: one[1][1].severity is not Severity.ERROR)
    tried = max(1, most_tried(verdict.army) // MOST_TRIED) if search else 0
    shown = {number: index < tried for index, (number, _) in enumerate(errors_first[:most])}
    return tuple(
        _tell(
            number,
            finding,
            check,
            mends_view(judge, verdict, check, number, search) if search and shown[number] else None,
        )
        for number, (check, finding) in found
        if number in shown
    )


def mends_view(
    judge: Judge, verdict: Verdict, check: Check, number: int, search: RemedySearch
) -> MendsView:
    """The remedies of a breach, each with the name that its button sends."""
    ways = mended(check, verdict, judge, ask=search.asker(number))
    tail = "" if search.found is None else FURTHER
    return MendsView(
        tuple(
            RemedyView(f"{MEND}:{number}:{index}{tail}", remedy.words)
            for index, (remedy, _) in enumerate(ways)
        ),
        search.wants(number),
    )


def _tell(number: int, finding: Finding, check: Check, mends: MendsView | None) -> LocatedFinding:
    view = finding_view(finding)
    return LocatedFinding(
        number=number,
        at=number_of(check.node) if check.node.holder else "",
        where=finding.subject[-1] if finding.subject else "",
        error=view.error,
        message=view.message,
        made_of=joined("; ", view.parts),
        cite=view.cite,
        ruling=view.ruling,
        mends=mends,
    )
