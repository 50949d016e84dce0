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
    """One way to mend a finding; ``name`` is what its button sends."""

    name: str
    text: str


@attrs.frozen
class MendsView:
    """What would mend a finding.

    Attributes:
        ways: what is known of, best first.
        asks: whether the solver may find better ones, and was not asked yet.
    """

    ways: tuple[RemedyView, ...]
    asks: bool


@attrs.frozen
class LocatedFinding:
    """A finding in words.

    Attributes:
        number: of the finding, counted from 0.
        at: number of the selection that it speaks of; empty for the army.
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
        number: what edits call it by.
        many: copies; ``size``: models; 0 for none.
        smaller, larger: the sizes next to it.
        counted: which of the two the steppers change; empty for neither.
        options: what it holds that has no row of its own.
        slot: title of its slot, at the first of its rows where that needs telling.
        gauges: what is used of what it may hold.
        earlier, later: what the buttons send that put it before the one before it, or behind the
            next; empty where there is none.
    """

    number: str
    depth: int
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
        most: so many there can be; None where nothing plain says.
        blocking_rule: the rule that one more would break; empty for none.
        about: keywords and short text, to tell it from others.
        edit: number of the selection there, where it has choices of its own.
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
    """A slot of the selection that is looked at.

    Attributes:
        kind: ``one`` of several; ``some``: ticks and numbers; ``add``: each a selection of its own.
        bounds: how many it takes, in words.
        total: how many entries it offers, shown or not.
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
        whose: whose card it is, where that is another's: an option is on its model's.
        text: its own words, where the card does not have them.
        blocking_rule: why it can't be added now; empty where it can, or is there.
        terms: what the names on the card mean.
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
    """What can be done with a selection, or with the army.

    Attributes:
        at: its number; ``.`` for the army.
        sure: whether the blocking rules were worked out for the army as it is.
        asked: whether the page was asked to look at it.
        long: whether so much is offered that one searches.
        chosen_away: names of what it could have, had the army's choices been others.
        places: where it can be placed, and holders that it can be moved to, by number and name,
            with the rule that it would break there.
        filters: what is looked for among what is offered, and ``chips``, what may be.
        about: what it is in play; None for the army, and where ``sure`` is False.
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
