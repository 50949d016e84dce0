"""Printing rosters: what `print` and `demo` share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import attrs

from listbuilder.checking.check import refused
from listbuilder.checking.inbox import sent_in, why_skipped
from listbuilder.checking.players import Player, read_table, with_players
from listbuilder.checking.results import Result
from listbuilder.cli.progress import progress
from listbuilder.content.card_pictures import ROSTER
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.errors import ListbuilderError, LoadError, SaveError
from listbuilder.extras import need
from listbuilder.findings import Finding, illegal
from listbuilder.interop.opening import load_roster
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.library import Library
from listbuilder.loading.write import write
from listbuilder.loading.write_ins import WriteIns, read_write_ins, with_write_ins
from listbuilder.messages import gettext, ngettext, numeral
from listbuilder.model.roster import Roster
from listbuilder.rules.evaluate import Judge, Verdict, judge_of
from listbuilder.sheets import FitNotice, Options, Printed, html_of_army, print_armies
from listbuilder.sheets.images import card_images
from listbuilder.sheets.pictures import Folders

if TYPE_CHECKING:
    from listbuilder.loading.events import LoadedEvent

Made = TypeVar("Made")
MOST_LETTERS = 8
"""Most missing letters that are listed for a name."""

JudgedArmy = tuple[Judge, Verdict, list[Finding]]


@attrs.frozen
class PrintedFiles:
    """The result of printing.

    Attributes:
        verdicts: verdicts of the printed rosters; if there are none, nothing was written.
        unusable: results of the other rosters, and of the army lists that they need.
        printed: the PDF with its notices.
        legal: for each printed roster whether it is legal.
        unsealed: names of rosters that should be sealed, but are not among the frozen ones.
    """

    verdicts: tuple[Verdict, ...]
    unusable: tuple[Result, ...]
    printed: Printed = Printed(b"")
    legal: tuple[bool, ...] = ()
    unsealed: tuple[str, ...] = ()


def print_rosters(
    library: Library,
    files: Sequence[Path],
    out: Path,
    options: Options,
    isolation: Isolation,
    *,
    html: bool = False,
    png: bool = False,
    last: bool = False,
    fill: Path | None = None,
    event: LoadedEvent | None = None,
    order: Path | None = None,
    frozen: Path | None = None,
) -> PrintedFiles:
    """Print rosters, one after the other, to one PDF, redacted for its reader.

    Args:
        library: the library of army lists.
        files: the rosters' files.
        out: the PDF's path.
        options: options of printing.
        isolation: keeps the errors of files apart.
        html: write a page for a browser instead, of the first roster.
        png: write each side of a card to a PNG file instead, in a folder in the PDF's place.
        last: nothing is printed afterwards.
        fill: a file of write-ins for rows of tables that no source gives.
        event: an event with rules of its own.
        order: a CSV file that names players in the order of printing.
        frozen: the file of frozen lists, which has the seals.

    Raises:
        EditError: no card has a name that is asked for; nothing is written.
        LoadError: the write-ins are unusable.
        MissingLibraryError: the library that draws PNG files is not installed.
        SaveError: the file can't be written.
    """
    if png:
        need("png")
    explained = "army" in options.sheets
    written = read_write_ins(fill) if fill else {}
    named = [cell for row in read_table(order) for cell in row if cell] if order else []
    attempts = _Attempts(isolation)
    armies: list[tuple[Path, JudgedArmy]] = []
    for file in files:
        army = attempts.run(file, partial(_judged, library, file, explained, written, event, named))
        if army is not None:
            armies.append((file, army))
    if named:
        armies = _in_order(armies, named)
    seals = _seals(armies, frozen)
    printed = Printed(b"")
    folders = partial(_folders, library)
    if html:
        for file, army in armies[:1]:
            page = html_of_army(*army, options, folders(file, army), as_printed=True)
            write(out, page.encode())
    elif armies:
        try:
            printed = _print(armies, options, folders, last, seals)
        except ListbuilderError:
            raise
        except Exception:  # a bug of ours; each is printed by itself to tell which, or it is raised
            alone = [
                attempts.run(
                    file, partial(print_armies, [one], options, folders=[folders(file, one)])
                )
                for file, one in armies
            ]
            if None not in alone:
                raise
            armies = [army for army, pdf in zip(armies, alone, strict=True) if pdf is not None]
            printed = (
                _print(armies, options, folders, last, _seals(armies, frozen))
                if armies
                else Printed(b"")
            )
        if armies:
            _write(out, printed.pdf, png)
    verdicts = tuple(verdict for _, (_, verdict, _) in armies)
    legal = tuple(verdict.legal and not illegal(findings) for _, (_, verdict, findings) in armies)
    unsealed = [
        verdict.army.roster.name
        for verdict, seal in zip(verdicts, seals, strict=False)
        if frozen is not None and not seal
    ]
    return PrintedFiles(verdicts, tuple(attempts.unusable), printed, legal, tuple(unsealed))


def _seals(armies: Sequence[tuple[Path, JudgedArmy]], frozen: Path | None) -> list[str]:
    """List the seals of the armies' copies; empty for an army that nobody submitted.

    Raises:
        LoadError: the file of frozen lists can't be used.
    """
    if frozen is None:
        return []
    from listbuilder.checking.frozen import read_manifest

    manifest = read_manifest(frozen)
    found = (
        manifest.same(judge, verdict.army.roster, str(file)) for file, (judge, verdict, _) in armies
    )
    return [manifest.seal(same[0]) if same else "" for same in found]


def _write(out: Path, pdf: bytes, png: bool) -> None:
    if not png:
        write(out, pdf)
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(str(out), error.strerror or gettext("it is no folder")) from error
    for name, image in card_images(pdf):
        write(out / name, image)


def sorted_out(paths: Sequence[Path]) -> tuple[tuple[Path, ...], list[str]]:
    """List the rosters among files and in folders, and the reasons why other files are none."""
    files: list[Path] = []
    passed: list[str] = []
    for path in paths:
        for sent in sent_in(path):
            why = why_skipped(sent)
            if why:
                passed.append(gettext("{file}: skipped: {why}", file=sent.path, why=why))
            else:
                files.append(sent.path)
    return tuple(files), passed


def _in_order(
    armies: Sequence[tuple[Path, JudgedArmy]], named: Sequence[str]
) -> list[tuple[Path, JudgedArmy]]:
    """Sort armies in the order of named players; armies of others come last."""
    places = {name: number for number, name in reversed([*enumerate(named)])}

    def place(one: tuple[Path, JudgedArmy]) -> int:
        return places.get(one[1][1].army.roster.player or "", len(named))

    return sorted(armies, key=place)


def _with_player(roster: Roster, file: Path, named: Sequence[str]) -> Roster:
    """Set a roster's player if he is among the named ones, by the roster or its file's name."""
    sent = Result(str(file), "legal", player=roster.player or "")
    (known,) = with_players([sent], [Player(name) for name in named])
    return attrs.evolve(roster, player=known.player) if known.player in named else roster


class _Attempts:
    """Works on each file by itself.

    Attributes:
        unusable: results of the files that can't be used, and of the files that they need.
    """

    def __init__(self, isolation: Isolation) -> None:
        self.unusable: list[Result] = []
        self._isolation = isolation
        self._told: set[str] = set()

    def run(self, file: Path, work: Callable[[], Made]) -> Made | None:
        """Do the work on a file; None where the file can't be used."""
        made = self._isolation.run(str(file), work)
        if isinstance(made, LoadError):
            self.unusable += refused(str(file), made, self._told)
            return None
        return made


def _folders(library: Library, file: Path, army: JudgedArmy) -> Folders:
    """List the folders of the pictures on a roster's cards."""
    files = library.files(army[0].book.ruleset.id)
    return {ROSTER: file.parent, **{name: path.parent for name, path in files.items()}}


def _print(
    armies: Sequence[tuple[Path, JudgedArmy]],
    options: Options,
    folders: Callable[[Path, JudgedArmy], Folders],
    last: bool,
    seals: Sequence[str] = (),
) -> Printed:
    """Print armies to one PDF, with a progress bar on a terminal."""
    with progress(gettext("Laying out")) as tell:
        places = [folders(*one) for one in armies]
        judged = [army for _, army in armies]
        return print_armies(judged, options, tell, last=last, folders=places, seals=seals)


def fits_text(fits: Sequence[FitNotice]) -> Iterator[str]:
    """Yield the cards that are not in the largest type on one face."""
    smaller = sum(fit.faces == 1 for fit in fits)
    if smaller:
        least = min(fit.points for fit in fits if fit.faces == 1)
        yield ngettext(
            "{count} card is in smaller type to hold all, the smallest of {points} pt.",
            "{count} cards are in smaller type to hold all, the smallest of {points} pt.",
            smaller,
            points=numeral(f"{least:g}"),
        )
    for fit in fits:
        if fit.faces > 1:
            yield gettext(
                "{name} takes {sides} sides of cards, in type of {points} pt.",
                name=fit.name,
                sides=fit.faces,
                points=numeral(f"{fit.points:g}"),
            )


def lacking_text(lacking: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the letters that the fonts lack, with the names that have them."""
    names: dict[str, list[str]] = {}
    for letter, name in lacking:
        names.setdefault(name, []).append(letter)
    for name, letters in names.items():
        shown: str = " ".join(
            f"{letter} (U+{ord(letter):04X})" for letter in letters[:MOST_LETTERS]
        )
        if len(letters) > MOST_LETTERS:
            shown = gettext("{letters} and others", letters=shown)
        if name:
            shown = gettext("{letters} in “{name}”", letters=shown, name=name)
        yield gettext("The fonts lack {letters}: it may print as a box.", letters=shown)


def _judged(
    library: Library,
    file: Path,
    explained: bool,
    written: WriteIns,
    event: LoadedEvent | None,
    named: Sequence[str],
) -> JudgedArmy:
    """Judge a roster; findings with remedies are worked out only where they are printed."""
    loaded = load_roster(file, library, event)
    judge = judge_of(with_write_ins(loaded.book, written) if written else loaded.book)
    verdict = judge.evaluate(_with_player(loaded.roster, file, named) if named else loaded.roster)
    findings = findings_with_remedies(verdict, judge) if explained else ()
    return judge, verdict, [*loaded.notices, *findings]
