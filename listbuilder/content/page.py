"""All content of a roster, built without knowing who reads it or how it looks.

An opponent's pages are built from the roster that ``redaction`` leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from listbuilder.content.army_sheet import ArmySheet, army_sheet
from listbuilder.content.card_charts import glance_charts
from listbuilder.content.cards import Card, CardPer, army_cards
from listbuilder.content.counters import CutOuts, cut_outs
from listbuilder.content.fingerprint import fingerprint_of
from listbuilder.content.flows import FlowView, army_flows
from listbuilder.content.glance import Glance, glance
from listbuilder.content.plans import PlanView, army_plans
from listbuilder.content.reference import Reference, army_reference
from listbuilder.content.terms import TermMeaning, army_terms
from listbuilder.content.tracks import TrackView, army_tracks
from listbuilder.content.verification_code import verification
from listbuilder.findings import Finding
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.profiles import ProfileReader

if TYPE_CHECKING:
    from listbuilder.content.odds import OddsSheet


@attrs.frozen
class Contents:
    """The content that is asked for.

    Attributes:
        odds: whether the odds sheet is worked out.
        card_per: a card for each kind of model, or for each model.
        only: the names of the cards; empty: all cards.
        hashed: whether the fingerprint has the roster's hash. An opponent who knew the hash could
            try rosters until one has it.
        whole: whether the page tells all of the roster; else it has no code of the roster.
        verifiable: whether the page tells how to check the list; its code takes longer to make
            than some pages.
    """

    odds: bool = True
    card_per: CardPer = "kind"
    only: tuple[str, ...] = ()
    hashed: bool = True
    whole: bool = True
    verifiable: bool = True


@attrs.frozen
class Page:
    """All that is printed of a roster.

    Attributes:
        glance: the numbers of the cards in few tables.
        terms: the meanings of the names on the cards.
        stamp: the fingerprint: versions and the roster's hash.
        code: the roster as text for a QR code; empty if there is no code.
        proof: the way to check the list, in words; empty if it is not asked for.
        odds: the odds sheet; None: it is not asked for, or the roster has no odds.
    """

    sheet: ArmySheet
    flows: tuple[FlowView, ...]
    plans: tuple[PlanView, ...]
    tracks: tuple[TrackView, ...]
    cards: tuple[Card, ...]
    glance: Glance
    terms: tuple[TermMeaning, ...]
    reference: Reference
    cut_outs: CutOuts
    stamp: str
    code: str
    proof: str
    odds: OddsSheet | None


def army_page(
    judge: Judge, verdict: Verdict, findings: Sequence[Finding], contents: Contents | None = None
) -> Page:
    """Build the content of a roster.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict on the roster.
        findings: the findings about the roster; an error makes it illegal.
        contents: the content that is asked for; None: all.

    Raises:
        EditError: no card has a name that is asked for.
    """
    contents = contents or Contents()
    army = verdict.army
    code, how = "", ""
    if contents.verifiable:
        code, how = verification(army.roster, contents.whole)
    odds = None
    if contents.odds:
        from listbuilder.content.odds import odds_sheet

        odds = odds_sheet(judge.book, army.roster)
    tracks = army_tracks(judge, army)
    cards = army_cards(judge, army, contents.card_per, contents.only)
    plans = army_plans(judge, army)
    reader = ProfileReader(judge, army)
    return Page(
        army_sheet(judge, verdict, findings, plans),
        army_flows(judge, army),
        plans,
        tracks,
        cards,
        glance(cards, glance_charts(reader)),
        army_terms(judge, army),
        army_reference(judge, army),
        cut_outs(reader, [track.title for track in tracks]),
        fingerprint_of(judge.book, army, hashed=contents.hashed),
        code,
        how,
        odds if odds and (odds.dice or odds.passages) else None,
    )
