"""The errors that Listbuilder raises on purpose."""

from collections.abc import Sequence

from listbuilder.findings import Finding
from listbuilder.messages import gettext, joined, message_of, translated


class ListbuilderError(Exception):
    """Base of all that Listbuilder raises on purpose."""

    def __html__(self) -> str:
        """Say it on a page, in the language of whoever is answered."""
        from markupsafe import escape

        return escape(translated(message_of(self)))


class LoadError(ListbuilderError):
    """A file can't be used.

    Attributes:
        path: the file as the caller named it.
        findings: every problem found in it, in file order; never empty.
    """

    def __init__(self, path: str, findings: Sequence[Finding]) -> None:
        self.path = path
        self.findings = tuple(findings)
        super().__init__(joined(": ", (path, self.findings[0].message)))


class UnknownIdError(ListbuilderError):
    """There is no ruleset, or no army list, of an id."""


class SaveError(ListbuilderError):
    """A file can't be written; what was there before is still there.

    Attributes:
        path: the file as the caller named it.
    """

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(joined(": ", (path, reason)))


class ChangedError(SaveError):
    """A file is not what it was when it was read; nothing is written over it."""

    def __init__(self, path: str) -> None:
        super().__init__(path, gettext("another program has changed it meanwhile"))


class NoPdfError(ListbuilderError):
    """This computer can't make a PDF."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "This computer makes no PDF: WeasyPrint is not installed, or finds no Pango "
                "(Debian: libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0; others: see "
                "the installation of WeasyPrint). A browser prints the same pages."
            )
        )


class VersionError(ListbuilderError):
    """A version of some catalogues that can't be found: no file, no folder, no git revision."""


class EditError(ListbuilderError):
    """An edit names something that is not there, or more than one thing.

    Attributes:
        candidates: what may have been meant, best first.
    """

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        self.candidates = tuple(candidates)
        super().__init__(message)


class PictureError(ListbuilderError):
    """No card can show a picture; says why."""


class OddsError(ListbuilderError):
    """Odds that can't be worked out: what the data says of them does not fit together."""


class OddsBudgetError(OddsError):
    """Odds that take more work than they may: too many dice, or rolls within rolls."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "It takes more work than odds may, alone or all together. Fewer dice, or fewer "
                "rolls within rolls, take less."
            )
        )
