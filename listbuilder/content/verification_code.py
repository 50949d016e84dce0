"""The means to check a printed list: a code that holds the roster, and a sentence on its use."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from listbuilder.loading.share import fold
from listbuilder.messages import Message, gettext, translated
from listbuilder.model.roster import Roster

if TYPE_CHECKING:
    from markupsafe import Markup

HOW = gettext(
    "Holds the whole roster: save the scanned text, and “listbuilder check FILE” judges it."
)
HIDDEN = gettext(
    "This is the copy for an opponent. It does not say which of what is hidden is which, so only "
    "the player's own sheet can be checked."
)


def sealed(seal: str) -> Message:
    """Say how to recognise an opponent's copy by its seal."""
    return gettext(
        "This is the copy for an opponent, sealed {seal}. The organiser can tell by the seal of "
        "which submitted list it is; nobody else can, whatever he tries.",
        seal=seal,
    )


NO_CODE = gettext("This roster can't be put into a code; ask for its file.")


def verification(roster: Roster, whole: bool) -> tuple[str, str]:
    """Say how to check a list.

    Args:
        roster: the roster as its reader may know it.
        whole: whether it is the whole roster.

    Returns:
        The text of a code, empty if there is none; and the sentence.
    """
    if not whole:
        return "", HIDDEN
    try:
        text = fold(roster)
    except ValueError:  # half a character
        return "", NO_CODE
    return (text, HOW) if _code(text) is not None else ("", NO_CODE)


def qr_code(text: str) -> Markup:
    """Draw a text as a QR code, as SVG inside a page.

    Raises:
        ValueError: the text is too long for a code.
    """
    from markupsafe import Markup

    code = _code(text)
    if code is None:
        raise ValueError("this is too much for a code")
    svg: str = code.svg_inline(omitsize=True, title=translated(gettext("The roster as a QR code")))
    return Markup(svg)  # noqa: S704 - segno made it


@lru_cache(maxsize=1)
def _code(text: str) -> Any:
    """A QR code with the redundancy that its size has room for; None: the text is too long."""
    import segno

    try:
        return segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        return None
