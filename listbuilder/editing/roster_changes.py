"""Changes from one roster to another, in a player's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.messages import gettext, joined
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge


def changes(judge: Judge, before: Roster, after: Roster) -> list[str]:
    """List what a roster has more, and less, than another, holder by holder.

    Args:
        judge: the judge of a book with the army lists of both.
        before: a roster of the book's game.
        after: another roster of the game.
    """
    old, new = _tally(judge, before), _tally(judge, after)
    lines = []
    for key in dict.fromkeys((*new, *old)):
        more = new[key] - old[key]
        if more:
            holder, name = key
            sign = "+" if more > 0 else "−"
            lines.append(joined("", (f"{sign} {abs(more)} × ", _in(name, holder))))
    return [*lines, *_placed(judge, before, after)]


def settings_changed(judge: Judge, before: Roster, after: Roster) -> Iterator[str]:
    """Yield the limits and choices that differ between two rosters."""
    ruleset = judge.book.ruleset
    for name, limit in ruleset.limits.items():
        old, new = before.limits.get(name), after.limits.get(name)
        if old != new:
            yield gettext(
                "{title}: {new}, was {old}",
                title=limit.title,
                new=_or_none(new),
                old=_or_none(old),
            )
    for name, choice in judge.book.choices.items():
        made = [one.choices.get(name, choice.default) for one in (before, after)]
        if made[0] != made[1]:
            was, now = (choice.options.get(one or "", gettext("none")) for one in made)
            yield gettext("{title}: {new}, was {old}", title=choice.title, new=now, old=was)


def _or_none(limit: int | None) -> str:
    return gettext("none") if limit is None else str(limit)


def _placed(judge: Judge, before: Roster, after: Roster) -> Iterator[str]:
    """Yield the new placings: selections, and where they are placed now."""
    old, new = (Counter(_placings(judge, roster)) for roster in (before, after))
    for (holder, name, at), more in (new - old).items():
        unit = joined("", (f"{more} × ", _in(name, holder)))
        yield gettext("  {unit} placed at {place}", unit=unit, place=at)


def _in(name: str, holder: str) -> str:
    return joined("", (name, " (", holder, ")")) if holder else name


def _placings(judge: Judge, roster: Roster) -> Iterator[tuple[str, str, str]]:
    army = judge.lay_out(roster)
    for node in army.nodes:
        if (at := army.named.get(node.selection.at or "")) is not None:
            yield _named(node.holder), _named(node), at.name


def _tally(judge: Judge, roster: Roster) -> Counter[tuple[str, str]]:
    tally: Counter[tuple[str, str]] = Counter()
    for node in judge.lay_out(roster).nodes:
        tally[_named(node.holder), _named(node)] += node.count
    return tally


def _named(node: Node | None) -> str:
    if node is None or node.holder is None:
        return ""
    if not node.size:
        return node.name
    return gettext("{name} of {count}", name=node.name, count=node.size)
