"""View models of the builder's pages, without a word about how they look."""

from __future__ import annotations

from typing import Literal

import attrs

from listbuilder.content.cards import Card
from listbuilder.content.lines import Gauge
from listbuilder.content.terms import TermMeaning
from listbuilder.web.views.filters import FilterChips, Filters


@attrs.frozen
class RemedyView:
    """A remedy of a finding; ``name`` is what its button sends."""

    name: str
    text: str


@attrs.frozen
class MendsView:
    """The remedies of a finding.

    Attributes:
        ways: the known remedies, best first.
        asks: whether the solver may find better ones and was not asked yet.
    """

    ways: tuple[RemedyView, ...]
    asks: bool


@attrs.frozen
class LocatedFinding:
    """A finding in words.

    Attributes:
        number: the finding's number, from 0.
        at: number of the selection that it is about; empty for the army.
        mends: what would mend it; None where that is not worked out yet.
    """

    number: int
    at: str
    where: str
    error: bool
    message: str
    made_of: str
    cite: str
    ruling: str
    mends: MendsView | None


@attrs.frozen
class SelectionRow:
    """A selection in the army's tree.

    Attributes:
        number: the selection's number in edits, such as ``1.2``.
        twin: the same, where others have its name: advice tells them apart by it; else empty.
        many: copies.
        size: models; 0 for a selection without a size.
        smaller, larger: the next sizes.
        counted: ``count`` or ``size``, whichever the steppers change; empty for neither.
        options: its options, which have no rows of their own.
        slot: title of its slot, at the first row of each slot where the holder has several.
        gauges: the used shares of the limits on its contents.
        earlier, later: the values that its buttons send to swap it with its neighbour in the row;
            empty without a neighbour.
    """

    number: str
    depth: int
    twin: str
    name: str
    called: str
    at: str
    many: int
    size: int
    smaller: int
    larger: int
    counted: Literal["count", "size", ""]
    options: str
    notes: str
    cost: str
    slot: str
    findings: tuple[LocatedFinding, ...]
    gauges: tuple[Gauge, ...] = ()
    earlier: str = ""
    later: str = ""


@attrs.frozen
class OfferView:
    """An entry that a slot offers.

    Attributes:
        number: copies in the slot.
        most: most copies in the slot; None where no plain number bounds them.
        blocking_rule: the rule that one more copy would break; empty for none.
        about: keywords and short text, to tell the entry from others.
        edit: number of the selection in the slot, where it has choices of its own.
    """

    entry: str
    name: str
    cost: str
    number: int
    most: int | None
    blocking_rule: str
    about: str
    edit: str


@attrs.frozen
class SlotView:
    """A slot of the selection that is shown.

    Attributes:
        kind: ``one`` of several; ``some``: ticks and numbers; ``add``: each a selection of its own.
        bounds: its bounds, in words.
        total: number of entries that it offers, shown or not.
    """

    id: str
    title: str
    kind: Literal["one", "some", "add"]
    bounds: str
    cite: str
    choices: tuple[OfferView, ...]
    empty: bool
    total: int


@attrs.frozen
class AboutView:
    """All about a selection.

    Attributes:
        whose: the owner of the card, if it is another selection: an option is on its model's card.
        text: its own text, where the card does not have it.
        blocking_rule: the rule against adding it; empty where it can be added, or is in the army.
        terms: the meanings of names on the card.
    """

    name: str
    cost: str
    whose: str
    text: tuple[str, ...]
    cite: str
    ruling: str
    blocking_rule: str
    card: Card | None
    terms: tuple[TermMeaning, ...]


@attrs.frozen
class SelectionEditor:
    """The editor of a selection, or of the army.

    Attributes:
        at: the selection's number; ``.`` for the army.
        sure: whether the blocking rules are those of the present army.
        asked: whether the page was asked for this selection.
        long: whether a slot offers so much that it needs a search field.
        chosen_away: names of entries that it could have with other choices of the army.
        places: selections that it can be placed at, and holders that it can be moved to: number,
            name and the rule that it would break there.
        filters: the filters of the offers; ``chips``: filters that could be set.
        about: its card; None for the army, and where ``sure`` is False.
    """

    at: str
    name: str
    kind: str
    holder: str
    row: SelectionRow | None
    slots: tuple[SlotView, ...]
    text: tuple[str, ...]
    cite: str
    ruling: str
    sure: bool
    placed: str
    places: tuple[tuple[str, str], ...]
    holders: tuple[tuple[str, str, str], ...]
    filters: Filters
    chips: FilterChips
    about: AboutView | None
    asked: bool
    long: bool
    chosen_away: tuple[str, ...]
