"""Findings: statements about a file or a roster."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

import attrs

from listbuilder.messages import gettext
from listbuilder.record import Record


class Severity(StrEnum):
    """The severity of a finding: an error is illegal, a warning legal but probably a mistake."""

    ERROR = "error"
    WARNING = "warning"


@attrs.frozen(eq=False, repr=False)
class Source(Record):
    """The source of a rule or a fact.

    Attributes:
        document: the id of a document that the ruleset or the catalogue declares.
        section: the heading or case number in it.
        page: the printed page number.
    """

    document: str
    section: str | None = None
    page: int | None = None


@attrs.frozen(eq=False, repr=False)
class Share(Record):
    """One selection's share of a number that was found: ``amount`` from ``count`` copies.

    Of a unit with a size its models are counted, unless the number counts units.
    """

    name: str
    pointer: str
    count: int
    amount: str


@attrs.frozen(eq=False, repr=False)
class Remedy(Record):
    """One way to mend a finding.

    Attributes:
        text: what to do, as an instruction.
        safe: it was tried: the finding goes and no other error comes.
        breaks: the title of the first rule that is broken then; empty: none, or it is not known.
    """

    text: str
    safe: bool
    breaks: str = ""

    @property
    def words(self) -> str:
        """The instruction, with a warning where it breaks something else."""
        if self.safe:
            return self.text
        if not self.breaks:
            return gettext("{change} (breaks something else)", change=self.text)
        return gettext("{change} (but breaks: {rule})", change=self.text, rule=self.breaks)


@attrs.frozen(eq=False, repr=False)
class Finding(Record):
    """One thing said about a file or a roster.

    Attributes:
        code: stable name of the offence, such as ``too-many-bows``.
        severity: error or warning.
        title: the rule in a sentence; None for findings about form.
        message: one sentence or two for a person.
        pointer: RFC 6901 JSON pointer to the place in the file.
        line, column: the same place, counted from 1; None if the file has no such place.
        subject: names from the roster down to the selection that is spoken of.
        source: the rule; None for findings about form.
        cite: the source in words.
        ruling: which reading of an unclear rule was taken, and why.
        found, allowed: the two numbers compared, exact (``"5/2"`` for a fraction).
        parts: what the number found is made up of, the first in the file.
        more_parts: how many more there are.
        remedies: what would mend it, best first.
        untried: there are none because that was not looked for, or not to its end.
    """

    code: str
    severity: Severity
    message: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    subject: tuple[str, ...] = ()
    source: Source | None = None
    cite: str | None = None
    ruling: str | None = None
    title: str | None = None
    found: str | None = None
    allowed: str | None = None
    parts: tuple[Share, ...] = ()
    more_parts: int = 0
    remedies: tuple[Remedy, ...] = ()
    untried: bool = False


def illegal(findings: Iterable[Finding]) -> bool:
    """Tell whether any of them is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def named_parts(finding: Finding) -> list[str]:
    """Write the parts of a finding's number: ``3 × Orc``; of a sum, ``15: 3 × Orc``.

    Selections of one name are one part; the greatest comes first. Of its own size a selection is
    the only part, and none is written: "15 models, at least 20 needed" tells all.
    """
    if all(part.pointer == finding.pointer for part in finding.parts):
        return []
    together: dict[str, tuple[int, Fraction]] = {}
    for part in finding.parts:
        count, amount = together.get(part.name, (0, Fraction(0)))
        together[part.name] = count + part.count, amount + Fraction(part.amount)
    ordered = sorted(together.items(), key=lambda one: -one[1][1])
    is_count = all(count == amount for count, amount in together.values())
    return [
        f"{count} × {name}" if is_count else f"{written(amount)}: {count} × {name}"
        for name, (count, amount) in ordered
    ]


def written(amount: int | Fraction) -> str:
    """Write a number for people: ``0``, ``12``, ``2½``, ``149¾``, ``166⅔``, ``2 1/7``."""
    whole, part = divmod(amount, 1)
    if not part or (not whole and part not in SIGNS) or amount < 0:
        return str(amount)
    return f"{whole or ''}{SIGNS[part]}" if part in SIGNS else f"{whole} {part}"


SIGNS: dict[int | Fraction, str] = {
    Fraction(1, 4): "¼",
    Fraction(1, 3): "⅓",
    Fraction(1, 2): "½",
    Fraction(2, 3): "⅔",
    Fraction(3, 4): "¾",
}


def compared(
    old: Sequence[Finding], new: Sequence[Finding]
) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """Tell what is mended, what is left with other numbers, and what is broken."""
    known = Counter(finding.message for finding in old)
    changed = []
    for finding in new:
        if known[finding.message]:
            known[finding.message] -= 1
        else:
            changed.append(finding)
    gone = [finding for finding in old if known[finding.message]]
    before: dict[tuple[object, ...], deque[int]] = {}
    for index, finding in enumerate(gone):
        before.setdefault(_offence(finding), deque()).append(index)
    moved, broken = [], []
    still: set[int] = set()
    for finding in changed:
        same = before.get(_offence(finding)) or before.get(_offence(finding)[:2])
        if same:
            still.add(same.popleft())
            moved.append(finding)
        else:
            broken.append(finding)
    return [one for index, one in enumerate(gone) if index not in still], moved, broken


def _offence(finding: Finding) -> tuple[object, ...]:
    """The same offence, whatever the numbers; one asked for each entry names it first.

    Where there was nothing to count, no entry is named: ``compared`` finds that by the others.
    """
    return finding.code, finding.subject, *(part.name for part in finding.parts[:1])
