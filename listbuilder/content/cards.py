"""Cards: one for each kind of model or engine, with the pieces that share it."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator, Sequence
from typing import Literal

import attrs

from listbuilder.content.boxes import used_boxes
from listbuilder.content.card_charts import chart_tables
from listbuilder.content.card_contents import CardContents
from listbuilder.content.card_pictures import Picture, picture_of
from listbuilder.content.costs import price, price_each, write_costs
from listbuilder.content.counters import Counter, face, is_counter
from listbuilder.content.dice_tables import DiceTable, dice_table
from listbuilder.content.expand_models import expand_models
from listbuilder.content.figures import FigureView, figure_view
from listbuilder.content.flows import in_order_of_play
from listbuilder.content.pieces import (
    Alike,
    Piece,
    copies_of,
    entry_of,
    options_taken,
    wargear,
)
from listbuilder.content.placements import placed_away
from listbuilder.content.profiles import (
    ProfileTable,
    ReadProfile,
    gear_tables,
    has_plain_models,
    profile_tables,
    read_profiles,
)
from listbuilder.content.terms import TermMeaning, terms_of
from listbuilder.errors import EditError
from listbuilder.loading.names import did_you_mean
from listbuilder.messages import gettext
from listbuilder.model.entries import Selection
from listbuilder.model.play_aids import Table
from listbuilder.rules.army import Army, Node
from listbuilder.rules.evaluate import Judge
from listbuilder.rules.measure import figures, rolled
from listbuilder.rules.profiles import ProfileReader


@attrs.frozen
class Card:
    """A card: the facts about one kind of model or engine that a player needs at the table.

    Attributes:
        cost: the cost of all on the card.
        grids: the profiles of the piece, and those of crew and the like that fit into its table.
        shared: the profiles of other pieces that share the card.
        gear: the profiles of weapons and the like, with their names in the first column.
        charts: the rows of charts that the numbers on the card need.
        tables: the tables on which the pieces on the card roll.
        counter: the counter that the piece is; None: it is none.
        owner: the name of the counter that holds the piece, if the piece itself is no counter.
        hue: the number of its army list among the roster's, from 0 to 3.
        told: the meanings of the names on it, if they have a summary.
        units: the numbers of models, one for each unit.
        picture: the picture of the piece.
        icon: the drawing for its keywords; empty if none has a drawing.
        copies: the number of equal cards.
    """

    piece: Piece
    cost: str
    grids: tuple[ProfileTable, ...]
    shared: tuple[ProfileTable, ...]
    gear: tuple[ProfileTable, ...]
    charts: tuple[ProfileTable, ...]
    tables: tuple[DiceTable, ...]
    counter: Counter | None
    owner: str
    told: tuple[TermMeaning, ...] = ()
    hue: int = 0
    units: tuple[int, ...] = ()
    copies: int = 1
    icon: str = ""
    picture: Picture | None = None


CardPer = Literal["kind", "model"]
"""A card for each kind of model, with their number, or a card for each model."""

NAMES = (
    (gettext("Rules"), "rules"),
    (gettext("Actions"), "actions"),
    (gettext("Powers"), "powers"),
)

TO_WRITE = "_" * 22
"""Room for a player's own words."""


def army_cards(
    judge: Judge, army: Army, card_per: CardPer = "kind", only: Sequence[str] = ()
) -> tuple[Card, ...]:
    """Make the cards of an army, in the order of play: selections of one kind share a card.

    Raises:
        EditError: no card has a name that is asked for.
    """
    deck = CardBuilder(judge, army)
    if card_per == "model":
        own = {node.start for node in army.nodes if deck.contents.bearers[node.start] is node}
        army = judge.lay_out(expand_models(army, own))
        deck = CardBuilder(judge, army)
    kinds: dict[Hashable, list[Node]] = {}
    kind_of = deck.kind if card_per == "model" else deck.card_kind
    for node in army.nodes:
        if deck.contents.bearers[node.start] is node:
            kinds.setdefault(kind_of(node), []).append(node)
    sorted_kinds = in_order_of_play(judge, army, kinds.values())
    if card_per == "model":
        cards = [attrs.evolve(deck.card(nodes[:1]), copies=len(nodes)) for nodes in sorted_kinds]
    else:
        cards = [*map(deck.card, sorted_kinds)]
    return tuple(cards_named(cards, only))


def cards_named(cards: Sequence[Card], only: Sequence[str]) -> list[Card]:
    """Keep the cards of these names, the player's or the entries'; without names, all.

    Raises:
        EditError: no card has such a name.
    """
    found = [
        (card, {name.casefold() for name in (card.piece.name, card.piece.called)}) for card in cards
    ]
    known = {name for _, names in found for name in names if name}
    for name in only:
        if name.casefold() not in known:
            raise EditError(
                gettext(
                    "No card is called “{name}”.{hint}",
                    name=name,
                    hint=did_you_mean(name.casefold(), known),
                ),
                sorted(known),
            )
    wanted = {name.casefold() for name in only}
    return [card for card, names in found if not wanted or not wanted.isdisjoint(names)]


def _own_words(selection: Selection) -> tuple[str | None, ...]:
    """The player's own additions to a selection that its card shows: name, place, picture."""
    return selection.name, selection.at, selection.picture


class CardBuilder:
    """Makes the cards of an army.

    Attributes:
        contents: whose card each selection is printed on.
    """

    def __init__(self, judge: Judge, army: Army) -> None:
        self.judge = judge
        self.army = army
        self.reader = ProfileReader(judge, army)
        self.contents = CardContents(judge.book, army)

    def kind(self, node: Node) -> Hashable:
        """A key of all that a selection's card depends on: equal keys, equal cards.

        Selections of several copies may differ in number, and in how many copies have an option
        that not all have. A single copy, or a selection with further pieces, may not.
        """
        alone = node.count == 1 or any(True for _ in self.contents.parts(node))
        inside = tuple(
            (
                child.place.slot and child.place.slot.id,
                child.count if alone else child.count == node.count,
                self.kind(child),
            )
            for child in self.contents.inside(node)
        )
        return *self._own_kind(node), inside

    def _own_kind(self, node: Node) -> tuple[Hashable, ...]:
        own = (id(entry_of(node)), node.size, *_own_words(node.selection))
        tables = tuple(table.id for table in self._rolled(node))
        return *own, self._owner(node), node.keywords, self._figures(node), tables

    def card_kind(self, node: Node) -> Hashable:
        """A key of the selections that share a card: of plain models the options may differ."""
        return self._own_kind(node) if self._is_plain(node) else self.kind(node)

    def _is_plain(self, node: Node) -> bool:
        """Tell whether a selection is plain models, which differ only in number and equipment."""
        return (
            not node.size
            and not any(True for _ in self.contents.parts(node))
            and has_plain_models(self.reader, node)
        )

    def card(self, nodes: Alike) -> Card:
        """Make the card of selections of one kind."""
        main = read_profiles(self.reader, nodes, shares=False)
        found = [
            (part, read_profiles(self.reader, part, shares=True))
            for part in zip(*map(self.contents.parts, nodes), strict=True)
        ]
        said = {raised for profile in main for raised in profile.raised}
        parts = [
            (self._piece(part, profiles, shares=True, said=said), profiles)
            for part, profiles in found
        ]
        own_grids, shared = profile_tables(self.judge.book, main, parts)
        piece = self._piece(nodes, main, shares=False)
        counter = face(self.reader, nodes[0])
        whole = [part for node in nodes for part in self.contents.whole(node)]
        models = [*nodes, *(one for part, _ in found for one in part)]
        return Card(
            piece,
            self._cost(nodes),
            own_grids if counter is None else (),
            shared,
            gear_tables(self.reader, models),
            chart_tables(self.reader, models),
            self._tables(whole),
            counter and attrs.evolve(counter, many=""),
            self._owner(nodes[0]),
            tuple(one for one in terms_of(self.reader.equipment, whole) if one.summary),
            self._hue(nodes[0]),
            tuple(node.size for node in nodes for _ in range(node.count) if node.size),
            icon=self._icon(nodes[0]),
            picture=picture_of(nodes[0]),
        )

    def _icon(self, node: Node) -> str:
        """The drawing of the first of a selection's keywords that has one, in the book's order."""
        found = (
            keyword.icon
            for name, keyword in self.judge.book.keywords.items()
            if keyword.icon and name in node.keywords
        )
        return next(found, "")

    def _hue(self, node: Node) -> int:
        """The number of a selection's army list among the roster's, modulo 4."""
        lists = [*self.army.roster.catalogues]
        return lists.index(node.place.list_id) % 4 if node.place.list_id in lists else 0

    def _owner(self, node: Node) -> str:
        """The name of the counter that holds a selection which is no counter; else empty."""
        book, holder = self.judge.book, node.holder
        alone = not is_counter(book, node) and holder is not None and is_counter(book, holder)
        return holder.name if alone and holder else ""

    def _piece(
        self,
        nodes: Alike,
        profiles: Sequence[ReadProfile],
        shares: bool,
        said: Container[FigureView] = (),
    ) -> Piece:
        """Write a piece.

        Args:
            nodes: the selections of the piece.
            profiles: their profiles.
            shares: whether it shares the card of another piece.
            said: the numbers with their parts that the card tells already.
        """
        node = nodes[0]
        entry = entry_of(node)
        copies = node.count if shares else copies_of(nodes)
        many = copies * node.size if node.size else copies
        options = [option for each in nodes for option in self.contents.options(each)]
        equipment = self.reader.equipment
        names = (
            (
                title,
                tuple(
                    dict.fromkeys(
                        name.noted
                        for each in nodes
                        for one in (each, *self.contents.options(each))
                        for name in equipment.named(one, each, field)
                    )
                ),
            )
            for title, field in NAMES
        )
        return Piece(
            name=entry.name,
            called=node.selection.name or "",
            many=str(many) if many > 1 else "",
            keywords=tuple(self._keywords(node)),
            figures=self._figures(node),
            raised=tuple(
                dict.fromkeys(one for each in profiles for one in each.raised if one not in said)
            ),
            wargear=tuple(
                wargear(equipment.names(node, node, "wargear"), options, copies_of(nodes))
            ),
            options=tuple(options_taken(options, copies_of(nodes))),
            names=(
                *((title, tuple(dict.fromkeys(found))) for title, found in names if found),
                *placed_away(self.army, node),
            ),
            text=entry.text + tuple(f"{line}: {TO_WRITE}" for line in entry.write_ins),
            uses=used_boxes(entry.uses, copies),
            cite=self.judge.book.cite(entry.source) if entry.source else "",
        )

    def _figures(self, node: Node) -> tuple[FigureView, ...]:
        """A selection's figures, without those that are 0."""
        return tuple(
            figure_view(self.judge, self.army, node, figure, found)
            for figure, found in figures(self.judge, self.army, node)
            if found and not figure.boxes
        )

    def _rolled(self, node: Node) -> Iterator[Table]:
        return rolled(self.judge, self.army, node)

    def _tables(self, nodes: Alike) -> tuple[DiceTable, ...]:
        """The tables on which selections roll, each once."""
        tables = {table.id: table for node in nodes for table in self._rolled(node)}
        return tuple(dice_table(self.judge.book, table) for table in tables.values())

    def _keywords(self, node: Node) -> Iterator[str]:
        """Yield the titles of a selection's keywords, in the book's order."""
        for name, keyword in self.judge.book.keywords.items():
            if keyword.title and name in node.keywords:
                yield keyword.title

    def _cost(self, nodes: Alike) -> str:
        """Write the cost of all on a card: per copy if each copy costs the same, else in all."""
        groups = [list(self.contents.whole(node)) for node in nodes]
        each = price_each(self.judge, self.army, groups)
        costs = price(self.judge, self.army, groups) if each is None else each
        text = write_costs(self.judge.book, costs)
        if not text or copies_of(nodes) == 1:
            return text
        return (
            gettext("{cost} in all", cost=text)
            if each is None
            else gettext("{cost} each", cost=text)
        )
