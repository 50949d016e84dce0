"""An inbox: each file of a folder, the rosters in archives, and lines with links."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from listbuilder.checking.check import begin_check, refused, unusable
from listbuilder.checking.results import DATA, Result, ResultDetail, VerdictName
from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.interop.opening import is_foreign, parse_content
from listbuilder.loading.grouped import Continuation
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.kinds import is_schema, kind_of
from listbuilder.loading.library import Library
from listbuilder.loading.parse import parse_bytes, read_bytes
from listbuilder.loading.paths import is_folder
from listbuilder.loading.side_by_side import side_by_side
from listbuilder.messages import gettext
from listbuilder.record import Record

if TYPE_CHECKING:
    from listbuilder.loading.events import LoadedEvent

ENDINGS = (".json", ".ros", ".rosz", ".txt", ".zip")
"""Endings of files that are read in any case; others are read if they begin like a roster."""

BEGINNINGS = (b"{", b"<roster", b"<?xml", b"LB", b"PK")
SKIPPED: VerdictName = "skipped"
OTHER = gettext("It is of another kind than rosters are.")
LINK = re.compile(r"\s*(?:https?://\S*#)?(?=LB[0-9]{1,3}:)", re.IGNORECASE)
KINDS = {
    "ruleset": gettext("This is a ruleset, no roster."),
    "catalogue": gettext("This is an army list, no roster."),
    "event": gettext("This is an event pack, no roster."),
}


def check_files(
    paths: Sequence[Path],
    library: Library,
    isolation: Isolation,
    event: LoadedEvent | None = None,
    detail: ResultDetail = ResultDetail.HASH,
    tell: Callable[[float], None] | None = None,
) -> Iterator[Result]:
    """Check all files that were sent in, each by itself: a result for every file.

    An army list that can't be used has a result of its own before that of the first roster that
    needs it.

    Args:
        paths: rosters and folders; in folders, files of other kinds are skipped.
        library: the library of army lists.
        isolation: keeps the errors of files apart.
        event: an event whose rules they must keep, too.
        detail: further details of results; of several files always the hash, of a single file
            always the remedies of several steps.
        tell: called with the share of the files that is done, if there are at least a hundred.
    """
    told: set[str] = set()
    sent = [one for path in paths for one in sent_in(path)]
    if len(sent) > 1:
        detail |= ResultDetail.HASH
    elif sent and not sent[0].inside:
        detail |= ResultDetail.STEPS
    work = partial(check_sent, library=library, event=event, detail=detail)
    rosters: set[Path] = set()
    made_of_each = side_by_side(sent, _name, work, isolation)
    step = len(sent) // 100
    for number, (one, made) in enumerate(zip(sent, made_of_each, strict=True), 1):
        if tell is not None and step and number % step == 0:
            tell(number / len(sent))
        if isinstance(made, LoadError):
            yield from refused(str(one.path), made, told)
        else:
            yield from made
        if isinstance(made, LoadError) or any(result.verdict != SKIPPED for result in made):
            rosters.add(one.named)
    for path in paths:
        if path not in rosters:
            finding = Finding(
                "no-rosters", Severity.ERROR, gettext("This folder holds no rosters.")
            )
            yield Result(str(path), "unusable", (finding,))


@attrs.frozen(eq=False, repr=False)
class InboxFile(Record):
    """A file that is to be checked.

    Attributes:
        path: the file's path, or that of a folder that can't be read.
        named: the path that the user named: the file, or the folder in which it was found.
        why: the reason for which the file is skipped; empty if it is not.
    """

    path: Path
    named: Path
    why: str = ""

    @property
    def inside(self) -> Path | None:
        """The folder in which the file was found; None if the user named the file."""
        return None if self.path == self.named else self.named


def _name(sent: InboxFile) -> str:
    return str(sent.path)


def sent_in(named: Path) -> Iterator[InboxFile]:
    """Yield every file below a folder, in order; a named file is yielded as it is.

    Hidden folders belong to programs (``.git``, the builder's ``.undo``) and are passed over.
    """
    if not is_folder(named):
        yield InboxFile(named, named)
        return
    found: list[InboxFile] = []
    folders = [named]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                inside = [(Path(one.path), _leads_on(one)) for one in entries]
        except OSError:
            found.append(InboxFile(folder, named))
            continue
        for path, leads in inside:
            if leads and path.name.startswith("."):
                continue
            if path.name.startswith("."):
                found.append(
                    InboxFile(path, named, gettext("It is hidden: its name begins with a dot."))
                )
            elif not leads or path.name.casefold().endswith(ENDINGS):
                found.append(InboxFile(path, named))
            elif path.is_symlink():
                found.append(InboxFile(path, named, gettext("It is a link to a folder.")))
            else:
                folders.append(path)
    yield from sorted(found, key=lambda one: one.path)


def _leads_on(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder, or a link to one."""
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link in a circle: whoever reads it is told


def check_sent(
    sent: InboxFile,
    library: Library,
    event: LoadedEvent | None = None,
    detail: ResultDetail = ResultDetail.HASH,
) -> list[Result] | Continuation[list[Result]]:
    """Check a file, and each roster in it (``check_files``); a single roster is judged later.

    Raises:
        LoadError: the file, or a file that it needs, can't be used.
    """
    name = str(sent.path)
    if sent.why:
        return [skipped(name, sent.why)]
    raw = read_bytes(sent.path, sent.inside)
    if sent.inside and is_other(name, raw):
        return [skipped(name, OTHER)]
    members: list[tuple[str, bytes]] = []
    if raw[:2] == b"PK":
        from listbuilder.interop.archive import files_within

        members = files_within(raw, name)
    if len(members) == 1:
        raw = members[0][1]
    elif members:
        return [
            result
            for member, data in members
            for result in (
                [skipped(f"{name}/{member}", OTHER)]
                if is_other(member, data)
                else _rosters(data, f"{name}/{member}", sent, library, event, detail)
            )
        ]
    if _links(raw):
        return _rosters(raw, name, sent, library, event, detail)
    begun = _begun(raw, name, sent, library, event, detail)
    if isinstance(begun, Result):
        return [begun]
    return Continuation(begun.needs, lambda: [begun.rest()], begun.held)


def why_skipped(sent: InboxFile) -> str:
    """Give the reason why a found file is skipped; empty if it may be a roster."""
    if sent.why or not sent.inside:
        return sent.why
    try:
        raw = read_bytes(sent.path, sent.inside)
        if is_other(str(sent.path), raw):
            return OTHER
        kind = None if is_foreign(raw) else kind_of(sent.path, parse_bytes(raw, "").data)
    except LoadError:
        return ""  # reading it tells why
    return KINDS.get(kind or "", "")


def is_other(name: str, raw: bytes) -> bool:
    """Whether neither name nor first bytes of a file are those of a roster."""
    begins = raw[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    return not (name.casefold().endswith(ENDINGS) or begins.startswith(BEGINNINGS))


def _rosters(
    raw: bytes,
    name: str,
    sent: InboxFile,
    library: Library,
    event: LoadedEvent | None,
    detail: ResultDetail,
) -> list[Result]:
    """Check a file's content: a roster, or links of several."""
    parts = _links(raw)
    results: list[Result] = []
    detail &= ~ResultDetail.STEPS
    for title, part in [(f"{name}:{line}", said) for line, said in parts] or [(name, raw)]:
        try:
            begun = _begun(part, title, sent, library, event, detail)
            results.append(begun if isinstance(begun, Result) else begun.rest())
        except LoadError as error:
            results.append(unusable(title, error))
    return results


def _begun(
    raw: bytes,
    name: str,
    sent: InboxFile,
    library: Library,
    event: LoadedEvent | None,
    detail: ResultDetail,
) -> Result | Continuation[Result]:
    parsed = parse_content(raw, name, library)
    if sent.inside and is_schema(parsed.data):
        return skipped(name, gettext("This is a JSON Schema, no roster."))
    kind = kind_of(sent.path, parsed.data) if sent.inside else None
    if kind in KINDS:
        return skipped(name, KINDS[kind], SKIPPED if kind == "event" else DATA)
    return begin_check(parsed, library, event, detail)


def _links(raw: bytes) -> list[tuple[int, bytes]]:
    """Take the links or codes of several rosters apart, each with the line where it begins."""
    if b"LB" not in raw[:4096].upper() or raw.lstrip()[:1] in (b"{", b"<"):
        return []
    found: list[tuple[int, list[str]]] = []
    for number, line in enumerate(raw.decode(errors="replace").splitlines(), 1):
        if LINK.match(line):
            found.append((number, [LINK.sub("", line, count=1)]))
        elif found:
            found[-1][1].append(line)
        elif line.strip():
            return []
    linked = raw.lstrip()[:4].lower() == b"http"
    if len(found) < 2 and not linked:
        return []
    from listbuilder.loading.share import is_folded

    parts = [(number, "\n".join(lines)) for number, lines in found]
    return [(number, text.encode()) for number, text in parts if is_folded(text)]


def skipped(name: str, why: str, code: str = SKIPPED) -> Result:
    """Make the result of a found file that is no roster."""
    return Result(name, SKIPPED, (Finding(code, Severity.WARNING, why),))
