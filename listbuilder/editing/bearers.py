"""Options in the wrong place, and the bearers that they were meant for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from listbuilder.findings import Severity
from listbuilder.rules.army import Node
from listbuilder.rules.compiled_constraints import Check
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.explain import parts
from listbuilder.rules.places import Place


def stays_itself(place: Place, is_added: bool = False) -> bool:
    """Whether a selection stays the same to a player in another holder: a piece, or a free mark.

    Args:
        place: its place in the other holder.
        is_added: whether that holder is an addition.
    """
    entry = place.entry
    if entry is None:
        return False
    if not place.book.ruleset.profiles or (place.is_piece and not _is_borne(place)):
        return True
    is_part = entry.size is not None  # a part of its unit, such as men who stand elsewhere
    return not (is_added or is_part or _costs_something(place))


def is_free_mark(place: Place) -> bool:
    """Whether what stands at a place is no piece, and costs nothing."""
    is_option = place.entry is not None and not place.is_piece
    return is_option and not _costs_something(place)


def meant_for(option: Node, verdict: Verdict) -> list[Node]:
    """Find the bearers that an option may have been meant for, if it stands in the wrong place.

    These are all others that could have it and lack it: single models, engines and units. To plain
    models of which there are several it goes only from others of their entry, for nobody hands a
    hero's shield to a bowman. A piece, such as a musician, and a mount, which gives its bearer
    keywords, goes on from a bearer who is not offered it, or to others of his entry.
    """
    if not _may_go_on(option):
        return []
    inside = range(option.start, option.end)
    able = _able_bearers(option, verdict)
    return [node for node in able if node.start not in inside]


def handed_on(verdict: Verdict, judge: Judge) -> Mapping[int, Collection[int]]:
    """Find the options that break a rule, and the bearers that they were meant for.

    Returns:
        By the number of an option, in the roster's order, the numbers of the bearers in order. All
        options of an entry whose bearers are of one entry share them: a huge roster would have many
        otherwise.
    """
    able: dict[tuple[str, str, bool, bool], Collection[int]] = {}
    found: dict[int, Collection[int]] = {}
    for breach in verdict.breaches:
        if breach.constraint.severity is Severity.ERROR and breach.node.holder is not None:
            for option in filter(_may_go_on, _blamed(breach, verdict, judge)):
                entry = option.selection.entry
                alike = (
                    entry,
                    option.holder.selection.entry if option.holder else "",
                    option.count > 1,
                    _is_borne_rightly(option),
                )
                if alike not in able:
                    able[alike] = dict.fromkeys(
                        node.start
                        for node in _able_bearers(option, verdict)
                        if not stays_itself(node.place.below[entry, None])  # else it moves anyhow
                    ).keys()
                found[option.start] = able[alike]
    return {number: bearers for number, bearers in found.items() if bearers}


def _may_go_on(option: Node) -> bool:
    """Whether a selection stands in a bearer, who may hand it on to another.

    Not one that is placed somewhere, such as a garrison: it is the bearer himself who stands there.
    """
    is_placed = option.selection.at is not None
    return option.holder is not None and option.holder.holder is not None and not is_placed


def _is_borne_rightly(option: Node) -> bool:
    """Whether a selection is a piece or a mount that its bearer is offered."""
    place = option.place
    makes = place.entry is not None and bool(place.entry.holder_becomes)
    return place.offer is not None and (place.is_piece or makes)


def _able_bearers(option: Node, verdict: Verdict) -> Iterator[Node]:
    """Yield the single selections that could have an option and lack it, and its bearer's like.

    The second are several plain models, of which some lack it; for a piece or a mount that its
    bearer is offered they are all: nobody rides off on the general's horse.
    """
    entry, bearer = option.selection.entry, option.holder
    is_his = _is_borne_rightly(option)
    for node in verdict.army.nodes:
        if node.place.below[entry, None].offer is None:
            continue
        held = sum(one.count for one in node.children if one.selection.entry == entry)
        is_alike = bearer is not None and node.selection.entry == bearer.selection.entry
        lacks_it = held < node.count if is_alike else not held and node.count == 1
        if lacks_it and (is_alike or (option.count == 1 and not is_his)):
            yield node


def _blamed(breach: Check, verdict: Verdict, judge: Judge) -> Iterator[Node]:
    """Yield the selection that a breach is of, and those that it has too many of."""
    yield breach.node
    if breach.found > breach.allowed:
        for node, amount in parts(breach, verdict, judge):
            if amount > 0 and node.holder is breach.node:
                yield node


def _costs_something(place: Place) -> bool:
    values = place.book.ruleset.values.items()
    return any(value.cost and place.value(name) for name, value in values)


def _is_borne(place: Place) -> bool:
    """Whether a piece is a part of its holder: a mount, or a musician on the card of his unit.

    The commander of an engine, or its troll, is none: a player sends him to another engine.
    """
    holder, slot, entry = place.holder, place.slot, place.entry
    if holder is None or holder.entry is None or entry is None or slot is None or slot.cards:
        return False
    if not holder.is_piece or 1 not in (slot.max, slot.exactly, slot.each_max):
        return False
    return holder.entry.size is not None or bool(entry.holder_becomes)
