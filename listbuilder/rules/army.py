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
    """A selection of a roster, or (first of all) the roster itself.

    Attributes:
        keywords: its place's, or what changes made of them.
        models: of the nearest sized selection: itself or around it; 0 without one.
        holder: None for the roster itself.
        index: its place among its holder's selections, from 0.
        before: copies of the same entry that stand before it in the same slot.
        start, below, end: the selections from ``start`` to ``end`` are it and all below it;
            those below begin at ``below``.
        filled: ids of its slots in which something stands.
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
        """What the player calls it, else the entry's name; empty for the roster."""
        entry = self.place.entry
        return "" if entry is None else self.selection.name or entry.name

    def option_name(self, copies: int = 0) -> str:
        """What it is called as an option: by the plural where it is for several.

        Args:
            copies: of all that are told together; 0: its own.
        """
        entry = self.place.entry
        if entry is None or entry.plural is None or self.selection.name:
            return self.name
        several = (copies or self.count) > 1 or (self.models > 1 and self._is_for_each_model)
        return entry.plural if several else self.name

    @property
    def _is_for_each_model(self) -> bool:
        """Whether it is paid by the model, so that each model of the unit has it."""
        said = map(self.place.value, self.place.book.ruleset.values)
        return any(value is not None and value.per_model for value in said)

    @property
    def subject(self) -> tuple[str, ...]:
        """Names from the top of the roster down to it."""
        return () if self.holder is None else (*self.holder.subject, self.name)


class Army:
    """A roster laid out: ``root``, and ``nodes`` in the file's order.

    Attributes:
        named: the selections that have an id, by it.
        placed: what is placed at an id, in the file's order.
        first_list: the army list that the roster names first; empty where it names none.
        first: while a condition is asked once for many selections: the first of them.
        worked: numbers that many selections ask for alike, worked out once.
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
            place: the roster's own, whose children's places are kept from one roster to the next.

        Raises:
            KeyError: an entry that no list of the book has; loading refuses such a roster.
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
        """Let go of all selections, once this army is asked no more.

        They hold each other, so that only the search for garbage would find them: a seventh of the
        time that many armies take.
        """
        for node in (self.root, *self.nodes):
            node.children = ()


Amount = Callable[[Node, Army], Number]
"""A quantity compiled: its number at a selection of an army."""

Asked = Callable[[Node, Army], bool]
"""A test compiled: whether it holds at a selection of an army."""
