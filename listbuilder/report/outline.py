"""A roster as an outline: for a terminal, as Markdown and as data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs

from listbuilder.editing.find import number_of
from listbuilder.findings import written
from listbuilder.interop.literal import literal
from listbuilder.messages import gettext, joined, translated
from listbuilder.model.language import Number
from listbuilder.report.terminal import BAR, Tone, bar, escape_control, toned, width, window
from listbuilder.report.told import is_brief, noted, place_names, settings, slot_titles
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.measure import USED_OF, carried, figures, standing, used
from listbuilder.rules.nouns import number_or_no
from listbuilder.rules.profiles import ProfileReader

MARKS = frozenset("\\`*_[]<>#|~")

BROKEN = " (!)"
"""Mark behind a number that breaks its rule."""

WIDEST = 88
"""Most columns of a line: further right a cost would be too far from its name."""

LEAST_TEXT = 20
"""Least columns for options where the window is too narrow."""


@attrs.frozen
class OutlineLine:
    """The line of a selection.

    Attributes:
        depth: 0 for a selection at the top of the roster.
        number: the selection's number in commands, such as ``1.2``.
        text: copies and name.
        options: its options that need no line of their own.
        costs: costs of the selection with its contents, by value.
        node: the selection itself.
    """

    depth: int
    number: str
    text: str
    options: tuple[str, ...]
    costs: dict[str, Number]
    node: Node

    def cost_text(self) -> str:
        """The costs with their names; empty for a free selection."""
        costs = [
            joined(" ", (written(cost), name.replace("_", " ")))
            for name, cost in self.costs.items()
            if cost
        ]
        return joined(", ", costs)


def outline(judge: Judge, verdict: Verdict) -> Iterator[OutlineLine]:
    """Yield a line for each selection that is no mere option of another."""
    army = verdict.army
    slots, places = slot_titles(judge, army), place_names(army)

    def label(node: Node) -> str:
        return _label(node, slots.get(node), places.get(node.selection.at or ""))

    def lines(node: Node, depth: int) -> Iterator[OutlineLine]:
        brief = [child for child in node.children if is_brief(child)]
        options = tuple(map(label, brief))
        costs = {name: carried(judge, army, node, name) for name in verdict.costs}
        yield OutlineLine(depth, number_of(node), label(node), options, costs, node)
        for child in node.children:
            if not is_brief(child):
                yield from lines(child, depth + 1)

    for node in army.root.children:
        yield from lines(node, 0)


def text_lines(judge: Judge, verdict: Verdict) -> Iterator[str]:
    """Yield the settings of the roster, then the outline as text.

    The lines are in the reader's language; text that ``import`` reads again is in English.
    """
    yield from _setting_lines(judge, verdict)
    for line in outline(judge, verdict):
        options = f" [{', '.join(map(translated, line.options))}]" if line.options else ""
        cost = f"  {translated(line.cost_text())}" if line.cost_text() else ""
        indent = "  " * line.depth
        yield escape_control(f"{indent}{line.number} {translated(line.text)}{options}{cost}")
        yield from _noted(line.node.selection.notes, f"{indent}  ")
    for title, value, _ in limits_and_figures(judge, verdict):
        yield escape_control(f"{translated(title)}: {translated(value)}").strip()
    yield from _standing_lines(judge, verdict)


def terminal_lines(judge: Judge, verdict: Verdict) -> Iterator[str]:
    """Yield the outline for a terminal window: costs in a column, and bars."""
    seen = window()
    if seen is None:
        yield from text_lines(judge, verdict)
        return
    yield from _setting_lines(judge, verdict)
    for line in outline(judge, verdict):
        yield _aligned(line, min(seen.columns, WIDEST))
    for title, value, share in limits_and_figures(judge, verdict):
        drawn = f"{bar(*share)} " if share else " " * (BAR + 1)
        tone = Tone.ERROR if value.endswith(BROKEN) else None
        told = escape_control(f"{translated(title)}: {translated(value)}")
        yield f"{drawn}{toned(told, tone)}"
    yield from _standing_lines(judge, verdict)


def _standing_lines(judge: Judge, verdict: Verdict) -> Iterator[str]:
    for title, text in standing(judge, verdict.army):
        told = joined(" – ", (title, text)) if text else title
        yield escape_control(translated(told))


def _aligned(line: OutlineLine, columns: int) -> str:
    """Align a line's costs with the right edge of the window; options go on in further lines."""
    indent = "  " * line.depth
    head = escape_control(f"{indent}{line.number} {translated(line.text)}")
    cost = escape_control(translated(line.cost_text()))
    gap = max(2, columns - width(head) - width(cost))
    tone = Tone.PLACE if line.depth < 2 else None
    first = f"{toned(head, tone)}{' ' * gap if cost else ''}{cost}"
    if not line.options:
        return first
    inner = f"{indent}{' ' * (len(line.number) + 1)}"
    told = textwrap.fill(
        escape_control(", ".join(map(translated, line.options))),
        max(columns, len(inner) + LEAST_TEXT),
        initial_indent=inner,
        subsequent_indent=inner,
    )
    return f"{first}\n{toned(told, Tone.QUIET)}"


def markdown_lines(judge: Judge, verdict: Verdict) -> Iterator[str]:
    """Yield the outline as nested Markdown lists, to be pasted into a chat."""
    yield from map(escape_control, _markdown_lines(judge, verdict))


def _markdown_lines(judge: Judge, verdict: Verdict) -> Iterator[str]:
    told = [*settings(judge, verdict)]
    yield from (f"{escaped(title)}: {escaped(said)}  " for title, said in told)
    if told:
        yield ""
    for line in outline(judge, verdict):
        options = escaped(f" [{', '.join(line.options)}]") if line.options else ""
        cost = f" – {line.cost_text()}" if line.cost_text() else ""
        name = f"**{escaped(line.text)}**" if line.depth < 2 else escaped(line.text)
        indent = "  " * line.depth
        yield f"{indent}- {name}{options}{cost}"
        for title, said in noted(line.node.selection.notes):
            yield f"{indent}  - {title}: {escaped(said)}"
    yield ""
    for title, value, _ in limits_and_figures(judge, verdict):
        yield f"{escaped(title)}: {value}  ".lstrip()
    for title, text in standing(judge, verdict.army):
        yield f"**{escaped(title)}**{f' – {escaped(text)}' if text else ''}  "


def data(judge: Judge, verdict: Verdict) -> dict[str, Any]:
    """Make the outline plain data: exact numbers as text, profiles as written."""
    reader = ProfileReader(judge, verdict.army)
    return {
        "selections": [
            {
                "number": line.number,
                "depth": line.depth,
                "name": line.text,
                "options": list(line.options),
                "costs": {name: str(cost) for name, cost in line.costs.items()},
                "profiles": [*_profiles(reader, line.node)],
            }
            for line in outline(judge, verdict)
        ],
        "numbers": {title: value for title, value, _ in limits_and_figures(judge, verdict)},
        "standing": [
            {"title": title, "text": text} for title, text in standing(judge, verdict.army)
        ],
    }


def _profiles(reader: ProfileReader, node: Node) -> Iterator[dict[str, Any]]:
    """Yield the profiles of a selection in play, for each of its variants."""
    for copies, options in reader.equipment.variants(node):
        for profile in (*reader.models(node, options), *reader.gear(node, options)):
            if node.place.is_piece:
                yield {
                    "type": profile.type,
                    "name": profile.name or node.name,
                    "models": profile.count * copies * (node.size or 1),
                    "values": dict(profile.values),
                }


def limits_and_figures(
    judge: Judge, verdict: Verdict
) -> Iterator[tuple[str, str, tuple[Fraction, Fraction] | None]]:
    """Yield the use of each limit that is shown, and the roster's figures.

    Yields:
        The title, the number in words, and the number with its upper bound, if it has any.
    """
    army = verdict.army
    for check in used(judge, army):
        where, entry = check.node.name, check.node.place.entry
        if entry is not None and where != entry.name:  # the player's own name for it
            where = f"“{literal(where)}”"
        title = joined(": ", filter(None, (where, check.constraint.shown)))
        found, allowed = written(check.found), written(check.allowed)
        op = check.constraint.require.op
        share = (Fraction(check.found), Fraction(check.allowed)) if op == "at_most" else None
        used_of = joined(" ", (found, USED_OF[op], allowed))
        yield title, used_of if check.kept else joined("", (used_of, BROKEN)), share
    for figure, amount in figures(judge, army, army.root):
        yield figure.title, joined("", (number_or_no(amount), figure.unit)), None


def escaped(text: str) -> str:
    """Escape a name for Markdown; no line of ours begins with a name."""
    return "".join(f"\\{letter}" if letter in MARKS else letter for letter in escape_control(text))


def _setting_lines(judge: Judge, verdict: Verdict) -> Iterator[str]:
    """Yield the lines of the roster's settings (``told.settings``)."""
    for title, said in settings(judge, verdict):
        yield escape_control(f"{translated(title)}: {translated(said)}")


def _noted(notes: object, indent: str) -> Iterator[str]:
    for title, said in noted(notes):
        yield escape_control(f"{indent}{translated(title)}: {said}")


def _label(node: Node, slot: str | None, at: str | None) -> str:
    """Write a selection: copies, name, the player's name, models, slot and place, where set."""
    entry, name = node.place.entry, node.selection.name
    said: list[str] = [f"{node.count} × "] if node.count > 1 else []
    said += [entry.name] if entry else []
    said += [" (", slot, ")"] if slot else []
    if name and entry:
        said += [" ", gettext("“{name}”", name=literal(name))]
    said += [f" ({node.size})"] if node.size else []
    what = joined("", said)
    return gettext("{unit} at {place}", unit=what, place=at) if at else what
