"""The army sheet: a roster's selections, their costs, and whether the roster is legal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from listbuilder.content.boxes import Tracker, in_tens
from listbuilder.content.costs import (
    CostView,
    PricedLine,
    price,
    price_each,
    total_costs,
    write_costs,
)
from listbuilder.content.counters import Area, SetUp, legend
from listbuilder.content.figures import FigureView, figure_view
from listbuilder.content.findings import FindingView, finding_view
from listbuilder.content.fingerprint import lists_of
from listbuilder.content.lines import (
    Gauge,
    Line,
    LineGroup,
    Section,
    is_line,
    note_text,
    option_text,
    selections_of_line,
)
from listbuilder.content.placements import is_placed, placed_away, placed_here
from listbuilder.content.plans import PlanView
from listbuilder.findings import Finding, illegal, written
from listbuilder.messages import gettext, joined
from listbuilder.model.language import Number, Selector, Sum
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.measure import USED_OF, carried, figures, standing, used
from listbuilder.rules.profiles import ProfileReader


@attrs.frozen
class ArmySheet:
    """The first page: the army's selections, costs and limits, and whether it is legal.

    Attributes:
        lists: the army lists with their versions.
        standing: the army's status, as titles with text (``rules.measure.standing``).
        choices: titles with text: player, team and the choices made.
        event: the name of the event whose rules hold, too; empty without an event.
        unit: the title of the cost that ``Line`` writes as a bare number; empty without costs.
        areas: the selections that hold counters; they are no sections.
        legend: the kinds of counters, each with the titles of the parts of its code.
    """

    name: str
    ruleset: str
    lists: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    legal: bool
    event: str
    costs: tuple[CostView, ...]
    figures: tuple[FigureView, ...]
    gauges: tuple[Gauge, ...]
    standing: tuple[tuple[str, str], ...]
    findings: tuple[FindingView, ...]
    unit: str
    sections: tuple[Section, ...]
    areas: tuple[Area, ...]
    legend: tuple[tuple[str, tuple[str, ...]], ...]
    notes: str


def army_sheet(
    judge: Judge, verdict: Verdict, findings: Sequence[Finding], plans: Sequence[PlanView] = ()
) -> ArmySheet:
    """Build the army sheet of a judged roster.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict on the roster.
        findings: the findings about the roster.
        plans: the plans printed with it; placements on a plan with boxes to mark are not repeated.
    """
    marked = (place for plan in plans if plan.marks for place in plan.places)
    planned = frozenset(node.start for place in marked for node in place.nodes)
    return ArmySheetBuilder(judge, verdict, planned).build(findings)


def _whose(roster: Roster) -> tuple[tuple[str, str | None], ...]:
    return ((gettext("Player"), roster.player), (gettext("Team"), roster.team))


class ArmySheetBuilder:
    """Builds one army sheet.

    Attributes:
        planned: the places, by ``Node.start``, of which a plan tells who stands there.
    """

    def __init__(self, judge: Judge, verdict: Verdict, planned: Collection[int] = ()) -> None:
        self.judge = judge
        self.planned = planned
        self.verdict = verdict
        self.army = verdict.army
        self.checks: dict[int, list[Check]] = {}
        for check in used(judge, self.army):
            self.checks.setdefault(id(check.node), []).append(check)
        self.set_up = SetUp(
            ProfileReader(judge, self.army), option_text, lambda node: tuple(self._said(node))
        )

    def build(self, findings: Sequence[Finding]) -> ArmySheet:
        """Build the sheet."""
        judge, army = self.judge, self.army
        ruleset, roster = judge.book.ruleset, army.roster
        unit = next(iter(self.verdict.costs), None)
        choices = self.judge.book.choices
        around = self.set_up.around
        return ArmySheet(
            name=roster.name,
            ruleset=ruleset.name,
            lists=tuple(f"{part.name} {part.version}" for part in lists_of(judge.book, roster)),
            choices=(
                *((title, name) for title, name in _whose(roster) if name),
                *(
                    (choices[name].title, choices[name].options[option])
                    for name, option in roster.choices.items()
                ),
            ),
            legal=self.verdict.legal and not illegal(findings),
            event=judge.book.event,
            costs=tuple(total_costs(judge, self.verdict, chain(*self.checks.values()))),
            figures=tuple(
                figure_view(judge, army, army.root, figure, found)
                for figure, found in figures(judge, army, army.root)
            ),
            gauges=tuple(self._gauges(army.root, *army.root.children)),
            standing=tuple(standing(judge, army)),
            findings=tuple(map(finding_view, findings)),
            unit=ruleset.values[unit].title if unit else "",
            sections=tuple(
                self._section(node) for node in army.root.children if node.start not in around
            ),
            areas=self.set_up.areas(),
            legend=legend(judge.book, army),
            notes=note_text(roster.notes),
        )

    def _gauges(self, *nodes: Node) -> Iterator[Gauge]:
        """Yield the limits of these selections; total costs stand at the top of the sheet."""
        several = len(self.army.root.children) > 1
        totals = [Sum(name) for name in self.verdict.costs]
        for node in nodes:
            for check in self.checks.get(id(node), ()):
                rule = check.constraint
                if node is self.army.root and rule.require.quantity in totals:
                    continue
                yield Gauge(
                    title=rule.shown or rule.title,
                    where=node.name if several else "",
                    found=written(check.found),
                    bound=USED_OF[rule.require.op],
                    allowed=written(check.allowed),
                    kept=check.kept,
                )

    def _section(self, node: Node) -> Section:
        line = self._line(node)
        entry = node.place.entry
        rules = self.set_up.reader.equipment.names(node, node, "rules")
        text = (*rules, *entry.text) if entry else ()
        label = joined(" × ", (line.many, line.name)) if line.many else line.name
        called = gettext("{label} “{called}”", label=label, called=line.called)
        title = called if line.called else label
        options = (joined(", ", line.options),) if line.options else ()
        return Section(title, line.total or line.cost, (*text, *options, *line.notes), line.groups)

    def _line(self, node: Node) -> Line:
        listed = [child for child in node.children if is_line(child)]
        inside = [child for child in listed if self._is_told(child)]
        total = {name: carried(self.judge, self.army, node, name) for name in self.verdict.costs}
        priced = list(selections_of_line(node))
        cost = price(self.judge, self.army, [priced])
        entry, selection = node.place.entry, node.selection
        many = node.count * node.size if node.size else node.count
        return Line(
            name=entry.name if entry else "",
            called=selection.name or "",
            many=str(many) if many > 1 else "",
            options=tuple(
                option_text(child)
                for child in node.children
                if not (child in listed or is_placed(child))
            ),
            boxes=tuple(self._boxes(node)),
            notes=tuple(self._notes(node)),
            each=self._each(priced),
            cost=self._write(cost),
            total=self._write(total) if total != cost else "",
            gauges=tuple(self._gauges(node)) if node.holder is not self.army.root else (),
            groups=tuple(self._groups(node, inside)),
        )

    def _groups(self, node: Node, inside: Sequence[Node]) -> Iterator[LineGroup]:
        """Yield lines slot by slot, with titles if several slots of a section are filled."""
        slots: dict[str, list[Node]] = {}
        for child in inside:
            slot = child.place.slot
            slots.setdefault((slot.title or slot.id) if slot else "", []).append(child)
        titled = node.holder is self.army.root and len(slots) > 1
        for title, children in slots.items():
            lines = tuple(map(self._line, children))
            says_it = [line.name for line in lines] == [title]
            yield LineGroup(title if titled and not says_it else "", lines)

    def _said(self, node: Node) -> Iterator[str]:
        """Yield the lines of text about a counter or an area: use of limits, and notes."""
        if node.holder is not self.army.root:
            for gauge in self._gauges(node):
                yield joined(
                    " ", (joined(": ", (gauge.title, gauge.found)), gauge.bound, gauge.allowed)
                )
        yield from self._notes(node)

    def _notes(self, node: Node) -> Iterator[str]:
        """Yield a selection's notes: its place, its neighbours, its garrison, the player's own."""
        at = node.selection.at
        if at in self.army.named:
            yield gettext("at {place}", place=self.army.named[at].name)
        if node.start not in self.planned:
            if beside := self.judge.compiler.select(Selector("beside"))(node, self.army):
                yield gettext("beside: {others}", others=joined(", ", [one.name for one in beside]))
            if here := joined(", ", placed_here(self.army, node)):
                yield gettext("here: {others}", others=here)
        if not self._stands_on_plan(node):
            for title, found in placed_away(self.army, node):
                yield joined(": ", (title, joined(", ", found)))
        if note := note_text(node.selection.notes):
            yield note

    def _stands_on_plan(self, node: Node) -> bool:
        """Tell whether plans show all places at which a selection's contents are placed."""
        places = [child.selection.at for child in node.children if is_placed(child)]
        return all(
            at in self.army.named and self.army.named[at].start in self.planned for at in places
        )

    def _boxes(self, node: Node) -> Iterator[Tracker]:
        """Yield a selection's figures that are boxes to tick, in tens."""
        for figure, found in figures(self.judge, self.army, node):
            if figure.boxes and (boxes := in_tens(figure.title, found)):
                yield boxes

    def _is_told(self, node: Node) -> bool:
        """Tell whether a line says more than a plan that shows its neighbours: a cost."""
        around = node.holder.children if node.holder else ()
        if not any(one.start in self.planned for one in around):
            return True
        names = self.verdict.costs
        return any(carried(self.judge, self.army, node, name) for name in names)

    def _each(self, priced: PricedLine) -> str:
        """Write the cost of one of several copies; empty if copies differ in it."""
        each = price_each(self.judge, self.army, [priced]) if priced[0].count > 1 else None
        return self._write(each) if each else ""

    def _write(self, cost: Mapping[str, Number]) -> str:
        """Write costs: the first as a bare number, others with their names."""
        if not cost:
            return ""
        first, *_ = cost
        rest = write_costs(
            self.judge.book, {name: part for name, part in cost.items() if name != first}
        )
        if rest and not cost[first]:
            return rest
        return joined(", ", (written(cost[first]), *[rest] * bool(rest)))
