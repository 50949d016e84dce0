"""The content of sheets for their reader: redaction comes before content is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from listbuilder.content.page import Contents, Page, army_page
from listbuilder.content.reference import without_flow, without_told_by_cards
from listbuilder.content.verification_code import sealed
from listbuilder.errors import EditError
from listbuilder.findings import Finding
from listbuilder.messages import gettext
from listbuilder.redaction.redact import hides_anything, redacted
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.sheets.options import AS_IS, Options, Sheet


def page_for(
    judge: Judge,
    verdict: Verdict,
    findings: Sequence[Finding],
    options: Options = AS_IS,
    seal: str = "",
) -> Page:
    """Build the content that the reader of the sheets may know.

    Args:
        judge: the judge of the roster's book.
        verdict: the judge's verdict of the roster.
        findings: findings about the roster.
        options: options with the sheets and their reader.
        seal: the seal of an opponent's copy; empty without a seal.

    Raises:
        EditError: no card has a name that is asked for.
    """
    opponent = options.reader == "opponent"
    whole = not (opponent and hides_anything(judge.book, verdict.army))
    if opponent:
        judge, verdict, findings = redacted(judge, verdict, findings)
    contents = Contents(
        odds="odds" in options.sheets,
        card_per=options.card_per,
        only=options.only,
        hashed=not opponent,
        whole=whole,
        verifiable="army" in options.sheets,
    )
    page = army_page(judge, verdict, findings, contents)
    if seal:
        stamp, proof = f"{page.stamp} · {seal}", sealed(seal)
        page = attrs.evolve(page, stamp=stamp, proof=page.proof if whole else proof)
    reference = page.reference
    if "flow" in options.sheets:
        reference = without_flow(reference)
    if "cards" in options.sheets:
        reference = without_told_by_cards(reference, page.cards)
    return attrs.evolve(page, reference=reference)


def refuse_empty(pages: Sequence[Page], options: Options) -> None:
    """Refuse to print sheets that are empty for all rosters, rather than a blank page.

    Raises:
        EditError: all sheets are empty.
    """
    if not any(_says_anything(page, sheet) for page in pages for sheet in options.sheets):
        names = ", ".join(page.sheet.name for page in pages)
        raise EditError(
            gettext(
                "{names}: there is nothing for {names2} to show.",
                names=names,
                names2=", ".join(options.sheets),
            )
        )


def _says_anything(page: Page, sheet: Sheet) -> bool:
    says: Mapping[Sheet, object] = {
        "flow": page.flows,
        "army": True,
        "trackers": page.tracks or page.glance.tracked,
        "cards": page.cards,
        "glance": page.glance.numbers or page.glance.gear,
        "rules": page.terms,
        "reference": page.reference.passages,
        "odds": page.odds,
        "counters": page.cut_outs.squares,
    }
    return bool(says[sheet])
