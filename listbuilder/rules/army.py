"""A roster laid out for judging: its selections in file order, each at its place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from typing import Any

from listbuilder.model.entries import Selection
from listbuilder.model.language import Number
from listbuilder.model.roster import Roster
from listbuilder.rules.places import Place

NOTHING: frozenset[str] = frozenset()


class Node:
    """A selection of a roster, laid out; or the roster itself, which is the first node.

    Attributes:
        keywords: its keywords: those of its place, after keyword changes.
        models: the models of the nearest selection with a size, itself or around it; 0 if none has.
        holder: the node around it; None for the roster itself.
        index: its index among its holder's selections, from 0.
        before: the number of copies of the same entry that stand before it in the same slot.
        start, below, end: in the roster's order, the node and all below it have the numbers from
            ``start`` to before ``end``, those below it from ``below``.
        filled: the ids of its slots that hold a selection.
    """

    __slots__ = (
        "before",
        "below",
        "children",
        "count",
        "end",
        "filled",
        "holder",
        "index",
        "keywords",
        "models",
        "place",
        "selection",
        "size",
        "start",
    )

    selection: Selection
    before: int
    end: int
    models: int

    def __init__(
        self, place: Place, holder: Node | None, index: int, count: int, size: int, start: int
    ) -> None:
        self.place = place
        self.holder = holder
        self.index = index
        self.count = count
        self.size = size
        self.models = size or (holder.models if holder else 0)
        self.keywords = place.keywords
        self.children: Sequence[Node] = ()
        self.filled: Set[str] = NOTHING
        self.start = start
        self.below = start + 1

    @property
    def pointer(self) -> str:
        """RFC 6901 pointer to the selection in its file."""
        if self.holder is None:
            return ""
        key = "with" if self.holder.holder else "army"
        return f"{self.holder.pointer}/{key}/{self.index}"

    @property
    def name(self) -> str:
        """The player's name for it, else the entry's name; empty for the roster."""
        entry = self.place.entry
        return "" if entry is None else self.selection.name or entry.name

    def option_name(self, copies: int = 0) -> str:
        """Its name as an option: the plural for several copies, or if each model has it.

        Args:
            copies: the copies of all selections that are told together; 0: its own.
        """
        entry = self.place.entry
        if entry is None or entry.plural is None or self.selection.name:
            return self.name
        several = (copies or self.count) > 1 or (self.models > 1 and self._is_for_each_model)
        return entry.plural if several else self.name

    @property
    def _is_for_each_model(self) -> bool:
        """Whether it is priced per model, so that each model of the unit has it."""
        said = map(self.place.value, self.place.book.ruleset.values)
        return any(value is not None and value.per_model for value in said)

    @property
    def subject(self) -> tuple[str, ...]:
        """The names of its holders, from the outermost, and its own."""
        return () if self.holder is None else (*self.holder.subject, self.name)


class Army:
    """A roster laid out: ``root``, and ``nodes`` in the file's order.

    Attributes:
        named: the selections that have an id, by id.
        placed: by id, the selections placed there, in the file's order.
        first_list: the army list that the roster names first; empty if it names none.
        first: while a condition is asked once for many selections, the first of these.
        worked: numbers that several selections ask for, worked out once.
    """

    __slots__ = (
        "choices",
        "first",
        "first_list",
        "limits",
        "named",
        "nodes",
        "placed",
        "root",
        "roster",
        "worked",
    )

    def __init__(self, roster: Roster, place: Place) -> None:
        """Lay a roster out.

        Args:
            roster: a roster of the place's book.
            place: the place of the roster itself, which keeps the places below it for all rosters.

        Raises:
            KeyError: no list of the book has an entry; loading refuses such a roster.
        """
        self.roster = roster
        self.limits: Mapping[str, int] = roster.limits
        self.choices: Mapping[str, str] = roster.choices
        self.first_list = next(iter(roster.catalogues), "")
        self.nodes: list[Node] = []
        self.named: dict[str, Node] = {}
        self.placed: dict[str, list[Node]] = {}
        self.first: dict[Hashable, Node] = {}
        self.worked: dict[Hashable, Any] = {}
        self.root = Node(place, None, 0, 1, 0, 0)
        self.root.below = 0
        self._lay(roster.army, self.root)
        self.root.end = len(self.nodes)

    def _lay(self, selections: Iterable[Selection], holder: Node) -> None:
        nodes = self.nodes
        places = holder.place.below
        seen: dict[Place, int] = {}
        children: list[Node] = []
        filled: set[str] = set()
        holder.children, holder.filled = children, filled
        for index, selection in enumerate(selections):
            place = places[selection.entry, selection.slot]
            node = Node(place, holder, index, selection.count, selection.size or 0, len(nodes))
            node.selection = selection
            node.before = seen.get(place, 0)
            seen[place] = node.before + node.count
            nodes.append(node)
            children.append(node)
            if place.slot is not None:
                filled.add(place.slot.id)
            if selection.id is not None:
                self.named[selection.id] = node
            if selection.at is not None:
                self.placed.setdefault(selection.at, []).append(node)
            if selection.with_:
                self._lay(selection.with_, node)
            node.end = len(nodes)

    def take_apart(self) -> None:
        """Release all nodes of an army that is no longer needed.

        Nodes refer to each other, so that only cyclic garbage collection would find them, which
        took a seventh of the time of many armies.
        """
        for node in (self.root, *self.nodes):
            node.children = ()


Amount = Callable[[Node, Army], Number]
"""A compiled quantity: gives its number at a selection of an army."""

Asked = Callable[[Node, Army], bool]
"""A compiled condition: tells whether it holds at a selection of an army."""
