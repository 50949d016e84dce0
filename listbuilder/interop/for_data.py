"""Rosters with the ids and the nesting of BattleScribe's data, so that its programs can edit them.

Entries are found by name among those that the data offers at a holder, through mere containers, as
``matching`` finds ours. Selections that the data does not have are left out and named. Such a
roster is read back like any other of that program, since it may have been edited there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import attrs

from listbuilder.editing.find import described, folded
from listbuilder.errors import EditError
from listbuilder.interop.battlescribe import MODELS, POINTS, amount, objects_of, text_or_empty
from listbuilder.interop.datafiles import DataEntry, DataFiles, DataList, folded_cost_name
from listbuilder.interop.exporting import VERSION, note_of
from listbuilder.messages import gettext
from listbuilder.model.entries import Entry
from listbuilder.model.language import Value
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Army, Node
from listbuilder.rules.carried import Equipment
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import own


@attrs.define(eq=False)
class SelectionDraft:
    """A selection of the written roster, while it is built.

    Attributes:
        entry: the entry in their data; None: the force itself.
        cost: points of the selection by itself, all its copies together.
        is_ours: the selection stands for one of our roster; else it is a container.
        models: the selection inside that counts a unit's models.
    """

    entry: DataEntry | None
    number: int = 1
    cost: Fraction = Fraction(0)
    called: str | None = None
    notes: Any = None
    is_ours: bool = False
    models: SelectionDraft | None = None
    held: list[SelectionDraft] = attrs.field(factory=list)


class DataExporter:
    """Writes one roster for the data of one folder.

    Attributes:
        missing: the selections that the data does not have, in words.
    """

    def __init__(self, judge: Judge, roster: Roster, files: DataFiles) -> None:
        self.judge = judge
        self.roster = roster
        self.files = files
        self.missing: list[str] = []
        self.army: Army = judge.lay_out(roster)
        values = judge.book.ruleset.values
        self._cost = next((name for name, kind in values.items() if kind.cost), "")
        self._equipment = Equipment(judge, self.army)
        self._known = {folded(entry.name) for part in judge.book.parts() for entry in part.entries}
        self._ids = 0

    def exported(self) -> dict[str, Any]:
        """Make the tree of New Recruit's JSON (``interop.exporting``).

        Raises:
            EditError: the data has none of the roster's army lists.
            LoadError: a file of the data can't be used.
        """
        forces: list[dict[str, Any]] = []
        system: dict[str, Any] = {}
        total = Fraction(0)
        for node in self.army.root.children:
            data = self._list(node)
            if data is None:
                self.missing.append(described(node))
                continue
            top = SelectionDraft(None)
            for child in node.children:
                self._put(data, child, [top])
            forces.append(self._force(data, node, top))
            system = dict(data.system)
            total += sum((one.cost for one in _whole(top)), Fraction(0))
        if not forces:
            raise EditError(gettext("This data has none of the roster's army lists."))
        name, type_id = self._type(forces)
        limit = next(iter(self.roster.limits.values()), None)
        cost = {"name": name, "typeId": type_id}
        limits = [cost | {"value": limit}] if limit is not None else []
        return {
            "roster": {
                **note_of(self.roster.notes),
                "costs": [cost | {"value": _number(total)}],
                "costLimits": limits,
                "forces": forces,
                "id": "roster",
                "name": self.roster.name,
                "battleScribeVersion": VERSION,
                "gameSystemId": text_or_empty(system.get("id")),
                "gameSystemName": text_or_empty(system.get("name")),
                "gameSystemRevision": text_or_empty(system.get("revision")),
            }
        }

    def _list(self, node: Node) -> DataList | None:
        catalogue = self.judge.book.catalogues.get(node.place.list_id)
        return self.files.list_of((catalogue.name, *catalogue.known_as)) if catalogue else None

    def _put(self, data: DataList, node: Node, around: Sequence[SelectionDraft]) -> None:
        """Put a selection into the nearest holder whose data offers its entry."""
        entry = node.place.entry
        if entry is None:
            return
        if self._is_free(node) and folded(entry.name) in {
            folded(one.called or "") for one in around
        }:
            return
        found = self._found(data, node, entry, around)
        if found is None:
            if not self._is_free(node):
                self.missing.append(described(node))
            elif node.children and not self.judge.book.is_piece(entry):
                for child in node.children:  # only our data has a container here
                    self._put(data, child, around)
            else:
                self.missing.append(described(node))
            return
        holder, way = found
        if self._stepped(data, node, holder, way):
            return
        for copies, options in self._dealt(node):
            passed = [holder]
            for one in way[:-1]:
                passed.append(self._container(passed[-1], one, way[-1]))
            made = SelectionDraft(way[-1], is_ours=True, called=node.selection.name)
            made.notes = node.selection.notes
            self._number(data, made, node, copies)
            passed[-1].held.append(made)
            inside = [one for one in (made, made.models) if one is not None]
            scope = [*inside, *reversed(passed), *around]
            for child in options:
                self._put_option(data, child, scope, made, copies)

    def _stepped(
        self, data: DataList, node: Node, holder: SelectionDraft, way: Sequence[DataEntry]
    ) -> bool:
        """Put copies whose prices rise by steps one by one: the data has an entry for each price.

        Returns:
            Whether the selection was of this kind.
        """
        entry, value = node.place.entry, node.place.value(self._cost)
        steps = value.steps if isinstance(value, Value) else ()
        if entry is None or not steps or node.children or self.judge.book.is_piece(entry):
            return False
        for index in range(node.count):
            price = Fraction(steps[min(index, len(steps) - 1)])
            one = data.way(holder.entry, self._names(entry), price, self._known) or tuple(way)
            inside = holder
            for container in one[:-1]:
                inside = self._container(inside, container, one[-1])
            inside.held.append(SelectionDraft(one[-1], cost=price, is_ours=True))
        return True

    def _names(self, entry: Entry) -> set[str]:
        return {folded(name) for name in (entry.name, *entry.known_as)}

    def _dealt(self, node: Node) -> Iterator[tuple[int, list[Node]]]:
        """Yield the variants of a selection, numbers of copies with their options.

        A unit with a size has one variant: its options are for all its models.
        """
        entry = node.place.entry
        variants = self._equipment.variants(node)
        if len(variants) == 1 or (entry is not None and entry.size is not None):
            yield node.count, list(node.children)
            return
        for copies, dealt in variants:
            held = {id(option) for option, _ in dealt}
            yield copies, [child for child in node.children if id(child) in held]

    def _put_option(
        self,
        data: DataList,
        node: Node,
        scope: list[SelectionDraft],
        holder: SelectionDraft,
        copies: int,
    ) -> None:
        """Put an option; in a unit that counts its models by copies the option is for all."""
        before = {id(one) for made in scope for one in made.held}
        self._put(data, node, scope)
        bearer = node.holder
        if holder.models is None or node.count == 1 or bearer is None or bearer.size:
            return
        whole = Fraction(own(self.judge, self.army, node, self._cost))
        for made in scope:
            for one in made.held:
                if id(one) not in before and one.is_ours:
                    one.number, one.cost = 1, whole * copies / node.count

    def _found(
        self, data: DataList, node: Node, entry: Entry, around: Sequence[SelectionDraft]
    ) -> tuple[SelectionDraft, tuple[DataEntry, ...]] | None:
        names = self._names(entry)
        value = node.place.value(self._cost)
        price = Fraction(value.each) if isinstance(value, Value) else None
        piece = self.judge.book.is_piece(entry)
        for index, holder in enumerate(around):
            if (
                index
                and around[0].entry is not None
                and not piece
                and holder is not around[0].models
            ):
                break
            for inside in (holder, *(holder.held if holder.entry is not None else ())):
                way = data.way(inside.entry, names, price, self._known, entry.size is not None)
                if way:
                    return inside, way
        return None

    def _container(
        self, holder: SelectionDraft, entry: DataEntry, wanted: DataEntry
    ) -> SelectionDraft:
        """Give the container in a holder: a shared one, but each hero has its own."""
        for one in holder.held:
            again = one.entry is not None and one.entry.path == entry.path
            if again and not one.is_ours and entry.name != wanted.name:
                return one
        made = SelectionDraft(entry)
        holder.held.append(made)
        return made

    def _number(self, data: DataList, made: SelectionDraft, node: Node, copies: int) -> None:
        """Set number and points: on the selection, or on the models inside that the data counts."""
        cost = Fraction(own(self.judge, self.army, node, self._cost)) * copies / node.count
        counted = self._counted(data, made, node)
        if counted is None:
            made.number, made.cost = node.size or copies, cost
            return
        made.models = SelectionDraft(counted, node.size or copies, cost)
        made.held.append(made.models)

    def _counted(self, data: DataList, made: SelectionDraft, node: Node) -> DataEntry | None:
        entry = node.place.entry
        if (
            entry is None
            or made.entry is None
            or made.entry.kind == "model"
            or not made.entry.is_free
        ):
            return None
        if not self.judge.book.is_piece(entry):
            return None
        inside = [one for one in data.offered(made.entry) if _counts(one)]
        value = node.place.value(self._cost)
        price = Fraction(value.each) if isinstance(value, Value) else None
        same = [one for one in inside if price and one.price == price]
        return next(iter(same or inside), None)

    def _is_free(self, node: Node) -> bool:
        return not own(self.judge, self.army, node, self._cost)

    def _force(self, data: DataList, node: Node, top: SelectionDraft) -> dict[str, Any]:
        kinds = (objects_of(data.system, key) for key in ("forceEntries", "forceTypes"))
        kind = next((one for listed in kinds for one in listed), {})
        return {
            **note_of(node.selection.notes),
            "selections": [self._selection(one) for one in top.held],
            "id": self._id(),
            "name": text_or_empty(kind.get("name")) or "Standard",
            "entryId": text_or_empty(kind.get("id")),
            **({"customName": node.selection.name} if node.selection.name else {}),
            "catalogueId": text_or_empty(data.said.get("id")),
            "catalogueRevision": text_or_empty(data.said.get("revision")),
            "catalogueName": text_or_empty(data.said.get("name")),
        }

    def _selection(self, made: SelectionDraft) -> dict[str, Any]:
        entry = made.entry
        if entry is None:
            raise ValueError("a force is no selection")
        costs = [
            {
                "name": text_or_empty(one.get("name")),
                "typeId": text_or_empty(one.get("typeId")),
                "value": _number(
                    made.cost
                    if folded_cost_name(one) in POINTS
                    else amount(text_or_empty(one.get("value"))) * made.number
                ),
            }
            for one in entry.costs
        ]
        return {
            **note_of(made.notes),
            "selections": [self._selection(one) for one in made.held],
            "costs": costs,
            "id": self._id(),
            "name": entry.name,
            "entryId": entry.path,
            **({"entryGroupId": entry.group} if entry.group else {}),
            **({"customName": made.called} if made.called else {}),
            "number": made.number,
            "type": entry.kind,
        }

    def _id(self) -> str:
        self._ids += 1
        return f"{0x1B57:04x}-{self._ids >> 16:04x}-{self._ids & 0xFFFF:04x}-0000"

    def _type(self, forces: list[dict[str, Any]]) -> tuple[str, str]:
        """Find name and id of the cost type for points."""
        open_: list[Any] = list(forces)
        while open_:
            one = open_.pop()
            for cost in objects_of(one, "costs"):
                if folded_cost_name(cost) in POINTS:
                    return cost["name"], cost["typeId"]
            open_ += one["selections"]
        return self._cost, self._cost


def _counts(entry: DataEntry) -> bool:
    """Whether selections of an entry count as models of their unit."""
    models = any(
        amount(text_or_empty(one.get("value")))
        for one in entry.costs
        if folded_cost_name(one) in MODELS
    )
    return entry.kind == "model" or models


def _whole(made: SelectionDraft) -> Iterator[SelectionDraft]:
    yield made
    for one in made.held:
        yield from _whole(one)


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
