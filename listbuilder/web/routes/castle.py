"""The page of the castle: its sections, the selections at each, and the room that they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.content.plan_cells import PlanCells, ring
from listbuilder.content.plans import offer_number, rows_of
from listbuilder.editing.find import number_of
from listbuilder.errors import EditError
from listbuilder.findings import written
from listbuilder.messages import gettext
from listbuilder.model.language import Selector
from listbuilder.report.told import is_option
from listbuilder.rules.army import Army, Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.sections import asks, is_section, sections
from listbuilder.web.http.context import context_of, page
from listbuilder.web.storage.documents import RosterDocument
from listbuilder.web.storage.files import NoRosterError
from listbuilder.web.views import army_tree
from listbuilder.web.views.layout_context import layout_context
from listbuilder.web.views.models import LocatedFinding
from listbuilder.web.views.placements import buildable, can_be_placed, castle_of, left_of, where

BESIDE = Selector("beside")


@attrs.frozen
class Bar:
    """The used room of a section; ``share`` is in percent."""

    title: str
    found: str
    allowed: str
    share: int
    kept: bool


@attrs.frozen
class Standing:
    """A selection that is placed at a section, or should be: ``who`` is its name with options."""

    number: str
    name: str
    who: str
    size: int
    options: str
    at: str


@attrs.frozen
class CastleSection:
    """A section of the castle.

    Attributes:
        earlier, later: the values that its buttons send; empty without a button.
        shape: the number of its kind among the offers of its slot.
    """

    number: str
    name: str
    kind: str
    options: str
    beside: str
    earlier: str
    later: str
    bars: tuple[Bar, ...]
    standing: tuple[Standing, ...]
    findings: tuple[LocatedFinding, ...]
    shape: int


@attrs.frozen
class Castle:
    """Sections of one holder, drawn."""

    name: str
    cells: PlanCells[CastleSection]
    closed: bool


@attrs.frozen
class SpareUnit:
    """A unit that could place some of its models at sections.

    Attributes:
        do: the value that its button sends.
        post: the edit that places all that are left; the section's number replaces the star.
    """

    number: str
    do: str
    post: str
    name: str
    left: int


async def show(request: Request) -> Response:
    """Show the castle."""
    document = await context_of(request).documents.open(request.path_params["key"])
    if castle_of(document.judge, document.verdict.army) is None:
        raise NoRosterError(gettext("This army has nothing that others stand at."))
    return answer(request, document, None)


def answer(request: Request, document: RosterDocument, problem: EditError | None) -> Response:
    """Make the page."""
    judge, verdict = document.judge, document.verdict
    army = verdict.army
    findings = army_tree.located_findings(judge, verdict)
    found = ((number_of(node), _section_of(judge, army, node)) for node in army.nodes)
    places = {number: number_of(section) for number, section in found if section.holder}
    drawn = {one.number: one for one in _sections(judge, verdict, findings, places)}
    willing = tuple(_willing(judge, army))
    pick = request.query_params.get("pick", "")
    return page(
        request,
        "castle.html",
        422 if problem else 200,
        **layout_context(document, "castle"),
        sections=tuple(drawn.values()),
        castles=tuple(_castles(judge, army, drawn)),
        picked=_picked(army, willing, pick),
        lost=tuple(_lost(judge, army)),
        willing=willing,
        places=tuple(where(judge, army)),
        builders=tuple(_builders(judge, army)),
        others=[told for told in findings if told.at not in places],
        problem=problem,
    )


def _section_of(judge: Judge, army: Army, node: Node) -> Node:
    """Find the section that a finding about a selection belongs to; the root if to none."""
    around: Node | None = node
    while around is not None and around.holder is not None:
        if is_section(judge, around.place):
            return around
        if around.selection.at in army.named:
            return army.named[around.selection.at]
        around = around.holder
    return army.root


def _sections(
    judge: Judge, verdict: Verdict, findings: Sequence[LocatedFinding], places: dict[str, str]
) -> Iterator[CastleSection]:
    army = verdict.army
    bars: dict[int, list[Bar]] = {}
    for check in judge.checks(army):
        if asks(check.constraint, "placed") and check.constraint.require.op == "at_most":
            bars.setdefault(check.node.start, []).append(_bar(check))
    for node in sections(judge, army):
        number = number_of(node)
        entry = node.place.entry
        at = node.selection.id or ""
        yield CastleSection(
            number,
            node.name,
            entry.name if entry and node.selection.name else "",
            ", ".join(child.name for child in node.children),
            ", ".join(one.name for one in judge.compiler.select(BESIDE)(node, army)),
            *_shifts(node),
            tuple(bar for bar in bars.get(node.start, ()) if bar.found != "0"),
            tuple(_standing(one) for one in army.placed.get(at, ())),
            tuple(told for told in findings if places.get(told.at) == number),
            offer_number(node),
        )


def _castles(judge: Judge, army: Army, drawn: dict[str, CastleSection]) -> Iterator[Castle]:
    """Draw the sections of each holder."""
    for row, closed in rows_of(judge, army, tuple(sections(judge, army))):
        holder = row[0].holder
        cells = ring([drawn[number_of(node)] for node in row], closed)
        yield Castle(holder.name if holder else "", cells, closed)


def _picked(army: Army, willing: Sequence[SpareUnit], number: str) -> tuple[str, str, str] | None:
    """Give the picked selection: its number, its name, and the edit that places it at a section."""
    for one in willing:
        if one.number == number and one.left:
            return number, f"{one.left} {one.name}", one.post
    for node in army.nodes:
        if number_of(node) == number and node.selection.at in army.named:
            return number, node.holder.name if node.holder else "", f"station:{number}:*"
    return None


def _builders(judge: Judge, army: Army) -> Iterator[tuple[str, str, str]]:
    """Yield sections that could be built: the edit, the title, and a free name."""
    names = {node.name for node in army.nodes}
    for do, title in buildable(judge, army):
        numbers = (f"{title} {number}" for number in count(2))
        yield (
            do,
            title,
            next(name for name in numbers if name not in names) if title in names else "",
        )


def _shifts(node: Node) -> tuple[str, str]:
    """Give the edits that swap a section with its neighbour on either side."""
    slot, holder = node.place.slot, node.holder
    if slot is None or slot.ring is None or holder is None:
        return "", ""
    return army_tree.shifts(node, [other for other in holder.children if other.place.slot is slot])


def _bar(check: Check) -> Bar:
    share = min(100, int(100 * check.found / check.allowed)) if check.allowed else 100
    found, allowed = written(check.found), written(check.allowed)
    return Bar(check.constraint.title, found, allowed, share, check.kept)


def _standing(node: Node) -> Standing:
    holder = node.holder.name if node.holder else ""
    options = ", ".join(child.name for child in node.children if is_option(child))
    return Standing(number_of(node), node.name, holder, node.size, options, node.selection.at or "")


def _lost(judge: Judge, army: Army) -> Iterator[Standing]:
    """Yield the selections that should be placed at a section and are not."""
    for node in army.nodes:
        if can_be_placed(judge, node.place) and node.selection.at not in army.named:
            yield _standing(node)


def _willing(judge: Judge, army: Army) -> Iterator[SpareUnit]:
    """Yield the units with a slot for selections that are placed at sections."""
    for node in army.nodes:
        for place in node.place.offered():
            if place.slot is not None and place.entry is not None and can_be_placed(judge, place):
                number, words = number_of(node), f"{place.slot.id}:{place.entry.id}"
                do, post = f"add:{number}:{words}", f"post:{number}:{words}:*"
                yield SpareUnit(number, do, post, node.name, left_of(node, place))
