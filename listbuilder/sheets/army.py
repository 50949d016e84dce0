"""The army sheet: what a roster holds, what it costs, and whether it is legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from listbuilder.findings import Finding, Severity, illegal, written
from listbuilder.model.language import Number, Quantity, Sum
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Check, Judge, Verdict
from listbuilder.rules.measure import carried, figures, used
from listbuilder.sheets.cards import army_cards
from listbuilder.sheets.counters import SetUp, cut_outs, legend
from listbuilder.sheets.figures import shown
from listbuilder.sheets.options import AS_IS, Options
from listbuilder.sheets.page import (
    BOUNDS,
    ArmySheet,
    Boxes,
    Cost,
    Gauge,
    Group,
    Line,
    Page,
    Section,
    Told,
    Tracker,
)
from listbuilder.sheets.placings import is_placed, placed_away, placed_here
from listbuilder.sheets.prices import Bundle, price, price_each, write_costs
from listbuilder.sheets.proof import proof
from listbuilder.sheets.reference import army_reference
from listbuilder.sheets.stamp import lists_of, stamp_of
from listbuilder.sheets.tracks import army_tracks
from listbuilder.sheets.veil import hides_anything, veiled

LINE_DEPTH = 2
"""Selections down to here have a line of their own whatever they are."""

MOST_BOXES = 300

MOST_PARTS = 6
"""Of a number found that are listed one by one."""


def army_page(
    judge: Judge, verdict: Verdict, findings: Sequence[Finding], options: Options = AS_IS
) -> Page:
    """Put on pages what is printed of a roster, as far as its reader may see it.

    An opponent's stamp is without the roster's hash: he could try out which roster has it.
    """
    opponent = options.reader == "opponent"
    hides = opponent and hides_anything(judge.book, verdict.army)
    if opponent:
        judge, verdict, findings = veiled(judge, verdict, findings)
    army = verdict.army
    code, how = proof(army.roster, hides)
    odds = None
    if "odds" in options.sheets:
        from listbuilder.sheets.odds import odds_sheet

        odds = odds_sheet(judge.book, army.roster)
    return Page(
        Sheet(judge, verdict).build(findings),
        army_tracks(judge, army),
        army_cards(judge, army, options),
        army_reference(judge, army),
        cut_outs(judge.book, army),
        stamp_of(judge.book, army.roster, hashed=not opponent),
        code,
        how,
        odds if odds and (odds.dice or odds.passages) else None,
    )


def is_line(node: Node) -> bool:
    """Tell whether a selection has a line of its own, and is no option of what holds it.

    A piece, or what holds one, does; but not what makes its holder something else, as a mount
    does: the two are one.
    """
    depth = 0
    around: Node | None = node
    while around is not None and around.holder is not None:
        depth, around = depth + 1, around.holder
    if depth <= LINE_DEPTH:
        return True
    entry = node.place.entry
    if entry is None or entry.holder_becomes:
        return False
    return node.place.book.is_piece(entry) or any(map(is_line, node.children))


class Sheet:
    """Builds one army sheet."""

    def __init__(self, judge: Judge, verdict: Verdict) -> None:
        self.judge = judge
        self.verdict = verdict
        self.army = verdict.army
        self.checks: dict[int, list[Check]] = {}
        for check in used(judge, self.army):
            self.checks.setdefault(id(check.node), []).append(check)
        self.set_up = SetUp(judge.book, self.army, _option, lambda node: tuple(self._said(node)))

    def build(self, findings: Sequence[Finding]) -> ArmySheet:
        """Build the sheet."""
        judge, army = self.judge, self.army
        ruleset, roster = judge.book.ruleset, army.roster
        unit = next(iter(self.verdict.costs), None)
        choices = ruleset.choices
        around = self.set_up.around
        return ArmySheet(
            name=roster.name,
            ruleset=ruleset.name,
            lists=tuple(f"{part.name} {part.version}" for part in lists_of(judge.book, roster)),
            choices=tuple(
                (choices[name].title, choices[name].options[option])
                for name, option in roster.choices.items()
            ),
            legal=self.verdict.legal and not illegal(findings),
            costs=tuple(self._costs()),
            figures=tuple(
                shown(judge, army, army.root, figure, found)
                for figure, found in figures(judge, army, army.root)
            ),
            gauges=tuple(self._gauges(army.root, *army.root.children)),
            findings=tuple(map(tell, findings)),
            unit=ruleset.values[unit].title if unit else "",
            sections=tuple(
                self._section(node) for node in army.root.children if node.start not in around
            ),
            areas=self.set_up.areas(army),
            legend=legend(judge.book, army),
            notes=_note(roster.notes),
        )

    def _costs(self) -> Iterator[Cost]:
        """Each total, of the limit that a constraint on it over the roster names."""
        allowed: dict[Quantity, str] = {}
        for check in self.checks.get(id(self.army.root), ()):
            comparison = check.constraint.require
            if comparison.op == "at_most":
                allowed.setdefault(comparison.quantity, written(check.allowed))
        for name, cost in self.verdict.costs.items():
            title = self.judge.book.ruleset.values[name].title
            yield Cost(title, written(cost), allowed.get(Sum(name), ""))

    def _gauges(self, *nodes: Node) -> Iterator[Gauge]:
        """What is used at these selections, but for total costs: those stand at the top."""
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
                    bound=BOUNDS[rule.require.op],
                    allowed=written(check.allowed),
                    kept=check.kept,
                )

    def _section(self, node: Node) -> Section:
        line = self._line(node)
        entry = node.place.entry
        text = (*entry.rules, *entry.text) if entry else ()
        label = f"{line.many} × {line.name}" if line.many else line.name
        title = f"{label} “{line.called}”" if line.called else label
        options = (", ".join(line.options),) if line.options else ()
        return Section(title, line.total or line.cost, (*text, *options, *line.notes), line.groups)

    def _line(self, node: Node) -> Line:
        inside = [child for child in node.children if is_line(child)]
        total = {name: carried(self.judge, self.army, node, name) for name in self.verdict.costs}
        bundle = list(_bundle(node))
        cost = price(self.judge, self.army, [bundle])
        entry, selection = node.place.entry, node.selection
        many = node.count * node.size if node.size else node.count
        return Line(
            name=entry.name if entry else "",
            called=selection.name or "",
            many=str(many) if many > 1 else "",
            options=tuple(
                _option(child)
                for child in node.children
                if not (child in inside or is_placed(child))
            ),
            boxes=tuple(self._boxes(node)),
            notes=tuple(self._notes(node)),
            each=self._each(bundle),
            cost=self._write(cost),
            total=self._write(total) if total != cost else "",
            gauges=tuple(self._gauges(node)) if node.holder is not self.army.root else (),
            groups=tuple(self._groups(node, inside)),
        )

    def _groups(self, node: Node, inside: Sequence[Node]) -> Iterator[Group]:
        """Lines slot by slot; titles where several slots of a section are filled, once each."""
        slots: dict[str, list[Node]] = {}
        for child in inside:
            slot = child.place.slot
            slots.setdefault((slot.title or slot.id) if slot else "", []).append(child)
        titled = node.holder is self.army.root and len(slots) > 1
        for title, children in slots.items():
            lines = tuple(map(self._line, children))
            says_it = [line.name for line in lines] == [title]
            yield Group(title if titled and not says_it else "", lines)

    def _said(self, node: Node) -> Iterator[str]:
        """What there is to say of a counter or an area: what is used, and the notes."""
        if node.holder is not self.army.root:
            for gauge in self._gauges(node):
                yield f"{gauge.title}: {gauge.found} {gauge.bound} {gauge.allowed}"
        yield from self._notes(node)

    def _notes(self, node: Node) -> Iterator[str]:
        """Where it is placed, and what the player notes."""
        at = node.selection.at
        if at in self.army.named:
            yield f"at {self.army.named[at].name}"
        for title, found in placed_away(self.army, node):
            yield f"{title}: {', '.join(found)}"
        if here := ", ".join(placed_here(self.army, node)):
            yield f"here: {here}"
        if note := _note(node.selection.notes):
            yield note

    def _boxes(self, node: Node) -> Iterator[Tracker]:
        """Its figures that are boxes to tick, in tens."""
        for figure, found in figures(self.judge, self.army, node):
            if figure.boxes and found == int(found) and 0 < found <= MOST_BOXES:
                tens, rest = divmod(int(found), 10)
                runs = [10] * tens + [rest] * bool(rest)
                yield Tracker(figure.title, tuple(Boxes("", run) for run in runs))

    def _each(self, bundle: Bundle) -> str:
        """What one of several copies costs, where that can be said."""
        each = price_each(self.judge, self.army, [bundle]) if bundle[0].count > 1 else None
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
        return f"{written(cost[first])}{', ' if rest else ''}{rest}"


def tell(finding: Finding) -> Told:
    """Put a finding into words."""
    error = finding.severity is Severity.ERROR
    return Told(
        word="Illegal" if error else "Warning",
        error=error,
        message=finding.message,
        cite=finding.cite or "",
        ruling=finding.ruling or "",
        parts=tuple(_parts(finding)),
        remedies=tuple(remedy.words for remedy in finding.remedies),
    )


def _parts(finding: Finding) -> Iterator[str]:
    """What the number found is made up of, the greatest first, like with like."""
    totals: dict[str, Number] = {}
    for part in finding.parts:
        totals[part.name] = totals.get(part.name, 0) + Fraction(part.amount)
    ordered = sorted(totals.items(), key=lambda total: -total[1])
    yield from (f"{written(total)} {name}" for name, total in ordered[:MOST_PARTS])
    if len(ordered) > MOST_PARTS:
        yield f"{len(ordered) - MOST_PARTS} more"


def _bundle(node: Node) -> Iterator[Node]:
    """Yield a selection and all that its line stands for."""
    yield node
    for child in node.children:
        if not is_line(child):
            yield from _bundle(child)


def _option(node: Node) -> str:
    """Name an option, how many have it, and what it holds in turn."""
    many = f" ×{node.count}" if node.count > 1 else ""
    inner = f" ({', '.join(map(_option, node.children))})" if node.children else ""
    return f"{node.name}{many}{inner}"


def _note(notes: object) -> str:
    """A player's note; what is no text is some program's, and not for people."""
    return notes if isinstance(notes, str) else ""
