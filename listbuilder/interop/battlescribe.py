"""Rosters of BattleScribe (XML) and New Recruit (the same XML, or the same tree as JSON).

The schema is that of BattleScribe's data format 2.03; all that is read here is the same in older
formats.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn
from xml.parsers import expat

from listbuilder.interop.encodings import MARKS, decoded
from listbuilder.interop.foreign import (
    MOST_DEPTH,
    MOST_ELEMENTS,
    ForeignForce,
    ForeignRoster,
    ForeignSelection,
)
from listbuilder.interop.refusal import refusal
from listbuilder.messages import gettext, message_of
from listbuilder.model.language import MOST_COPIES

POINTS = frozenset({"points", "pts"})
"""Names of the cost type that counts points."""

MODELS = frozenset({"warriors"})
"""Names of the cost types that count models."""

LISTS = {
    "selections": "selection",
    "forces": "force",
    "costs": "cost",
    "costLimits": "costLimit",
    "categories": "category",
    "tags": "tag",
}
"""Elements that are read, by the list elements that hold them; all others are skipped."""

SURROGATE = re.compile(rb"\\\0?u\0?[dD]")
"""A JSON escape of half a surrogate pair, in UTF-8 or UTF-16: a reason to look closer."""

TEXTS = frozenset({"customNotes"})
ROSTER = "roster"
NOTHING = Fraction(0)


class _UnsafeError(Exception):
    """The XML has a document type or is too deep: no army builder writes such files."""


def xml_root(raw: bytes, path: str) -> dict[str, Any]:
    """Read a roster's XML into the tree that New Recruit's JSON has.

    Raises:
        LoadError: the file is no such XML; it declares a document type or entities, or is too
            deep or too large.
    """
    return xml_tree(raw, path, {ROSTER}, LISTS)


def xml_tree(
    raw: bytes, path: str, roots: Collection[str], lists: Mapping[str, str]
) -> dict[str, Any]:
    """Read any XML of BattleScribe's, a roster or data (``xml_root``).

    Args:
        raw: the file's bytes.
        path: the file's name in findings.
        roots: names that the first element may have.
        lists: elements that are read, by the list elements that hold them.
    """
    marked = raw[:2] in MARKS
    reader = _XmlReader(roots, lists, "utf-8" if marked else None)
    try:
        reader.parser.Parse(decoded(raw).encode() if marked else raw, True)
    except _UnsafeError as error:
        raise refusal(path, "unsafe-xml", message_of(error)) from None
    except (expat.ExpatError, ValueError, LookupError) as error:  # the last two: an encoding
        line = reader.parser.CurrentLineNumber
        raise refusal(
            path,
            "not-xml",
            gettext("This is no XML from line {line} on: {error}.", line=line, error=error),
        ) from None
    if reader.root is None:
        wanted = " or ".join(sorted(roots))
        raise refusal(
            path,
            "no-roster",
            gettext("This XML is no {wanted}: its first element is another.", wanted=wanted),
        )
    return reader.root


def json_root(data: Any, path: str) -> dict[str, Any]:
    """Give the roster within New Recruit's JSON.

    Raises:
        LoadError: the JSON holds no roster.
    """
    root = data.get(ROSTER) if isinstance(data, dict) else None
    if not isinstance(root, dict):
        raise refusal(path, "no-roster", gettext("This JSON holds no roster of New Recruit's."))
    return root


def read_any_json(raw: bytes, path: str) -> Any:
    """Read JSON; its numbers stay text, so that decimals are exact.

    Raises:
        LoadError: the text is no JSON, is too deep, or holds half of a surrogate pair.
    """
    try:
        data = json.loads(decoded(raw), parse_float=str, parse_int=str)
        if SURROGATE.search(raw):
            json.dumps(data, ensure_ascii=False).encode()
        return data
    except UnicodeDecodeError:
        raise refusal(path, "not-utf-8", gettext("This is neither UTF-8 nor UTF-16.")) from None
    except UnicodeEncodeError:
        raise refusal(
            path, "broken-character", gettext("A text in this holds half a character.")
        ) from None
    except RecursionError:
        raise refusal(
            path,
            "too-deep",
            gettext(
                "More than {most_depth} objects and lists within one another.",
                most_depth=MOST_DEPTH,
            ),
        ) from None
    except ValueError as error:
        raise refusal(path, "not-json", gettext("This is no JSON: {error}.", error=error)) from None


class _XmlReader:
    """Builds the JSON's tree out of XML events, and drops what the JSON does not have."""

    def __init__(
        self, roots: Collection[str], lists: Mapping[str, str], encoding: str | None
    ) -> None:
        self.root: dict[str, Any] | None = None
        self._roots = roots
        self._lists = lists
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = _refuse_doctype
        self.parser.EntityDeclHandler = _refuse_doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self._open: list[tuple[str, dict[str, Any]]] = []
        self._passed = 0
        self._count = 0

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        made: dict[str, Any] | None = None
        if not self._open:
            made = self.root = attributes if tag in self._roots else None
        else:
            around, holder = self._open[-1]
            if tag in self._lists:
                made = holder
            elif tag in TEXTS:
                made = holder
                self.parser.CharacterDataHandler = self._text(made)
            elif self._lists.get(around) == tag:
                made = attributes
                holder.setdefault(around, []).append(made)
        if made is None:
            self.parser.CharacterDataHandler = None
            self.parser.StartElementHandler = self._pass
            self.parser.EndElementHandler = self._passed_one
            self._pass(tag, attributes)
            return
        self._open.append((tag, made))
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) > MOST_DEPTH * 2:
            self._refuse()

    def _end(self, tag: str) -> None:
        self._open.pop()
        self.parser.CharacterDataHandler = None

    def _pass(self, tag: str, attributes: dict[str, str]) -> None:
        """Pass over an element and all that it holds."""
        self._passed += 1
        self._count += 1
        if self._count > MOST_ELEMENTS or self._passed > MOST_DEPTH * 2:
            self._refuse()

    def _passed_one(self, tag: str) -> None:
        self._passed -= 1
        if not self._passed:
            self.parser.StartElementHandler = self._start
            self.parser.EndElementHandler = self._end

    def _refuse(self) -> NoReturn:
        if self._count > MOST_ELEMENTS:
            raise _UnsafeError(
                gettext(
                    "A roster has at most {most_elements} elements.", most_elements=MOST_ELEMENTS
                )
            )
        raise _UnsafeError(
            gettext(
                "More than {most_depth} elements within one another.", most_depth=MOST_DEPTH * 2
            )
        )

    def _text(self, made: dict[str, Any]) -> Callable[[str], None]:
        def add(said: str) -> None:
            made["customNotes"] = made.get("customNotes", "") + said

        return add


def _refuse_doctype(*_: object) -> None:
    raise _UnsafeError(gettext("A roster declares no document type and no entities."))


def foreign_roster(root: Mapping[str, Any], path: str) -> ForeignRoster:
    """Make the tree that ``interop.matching`` reads.

    Raises:
        LoadError: the roster is too deep.
    """
    try:
        return _roster(root)
    except _UnsafeError as error:
        raise refusal(path, "too-deep", message_of(error)) from None


def _roster(root: Mapping[str, Any]) -> ForeignRoster:
    generator = text_or_empty(root.get("generatedBy"))
    limit = next((number for number in _of(_costs(root, "costLimits"), POINTS) if number > 0), None)
    made = ForeignRoster(
        "New Recruit" if "newrecruit" in generator else "BattleScribe",
        tuple(
            filter(
                None,
                (
                    text_or_empty(root.get("gameSystemId")),
                    text_or_empty(root.get("gameSystemName")),
                ),
            )
        ),
        text_or_empty(root.get("name")),
        {"points": int(limit)} if limit is not None else {},
        next(_of(_costs(root), POINTS), None),
        notes=text_or_empty(root.get("customNotes")).strip(),
    )
    made.forces = [*_forces(root, 0)]
    return made


def _forces(holder: Mapping[str, Any], depth: int) -> Iterator[ForeignForce]:
    for one in objects_of(holder, "forces"):
        names = (text_or_empty(one.get("catalogueId")), text_or_empty(one.get("catalogueName")))
        force = ForeignForce(tuple(filter(None, names)))
        force.held = [*_selections(one, (), 0)]
        yield force
        if depth < MOST_DEPTH:
            yield from _forces(one, depth + 1)


def _selections(
    holder: Mapping[str, Any], path: tuple[str, ...], depth: int
) -> Iterator[ForeignSelection]:
    if depth > MOST_DEPTH:
        raise _UnsafeError(
            gettext("More than {most_depth} selections within one another.", most_depth=MOST_DEPTH)
        )
    for one in objects_of(holder, "selections"):
        name = text_or_empty(one.get("name")).strip()
        way = (*path, name)
        costs = _costs(one)
        yield ForeignSelection(
            name,
            count_or_1(one.get("number")),
            next(_of(costs, POINTS), NOTHING),
            text_or_empty(one.get("type")),
            text_or_empty(one.get("customName")).strip(),
            text_or_empty(one.get("customNotes")).strip(),
            way,
            [*_selections(one, way, depth + 1)],
            counts=next(_of(costs, MODELS), NOTHING) > 0,
        )


def _costs(holder: Mapping[str, Any], key: str = "costs") -> list[tuple[str, str]]:
    """List the costs as written: the name of the cost type, and the amount."""
    return [
        (text_or_empty(cost.get("name")).strip().casefold(), text_or_empty(cost.get("value")))
        for cost in objects_of(holder, key)
    ]


def _of(costs: Iterable[tuple[str, str]], names: Collection[str]) -> Iterator[Fraction]:
    """Yield the amounts of the cost types that have one of these names."""
    return (amount(said) for name, said in costs if name in names)


def objects_of(holder: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects in a list; whatever else it holds is skipped."""
    listed = holder.get(key)
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, dict):
            yield one


def text_or_empty(value: Any) -> str:
    """Give a value that should be text; an empty text if it is something else."""
    return value if isinstance(value, str) else ""


def count_or_1(value: Any) -> int:
    """Read a number of copies or models; 1 if the value is no number."""
    said = text_or_empty(value).partition(".")[0]
    is_number = said.isascii() and said.isdigit() and len(said) <= len(str(MOST_COPIES))
    return max(1, min(int(said), MOST_COPIES)) if is_number else 1


@lru_cache(1024)
def amount(said: str) -> Fraction:
    """Read points that a program wrote in floating point: rounded to 1/100; 0 if no number."""
    said = said.strip()
    whole, _, rest = said.lstrip("-").partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 9):
        return NOTHING
    digits = rest[:3].ljust(3, "0")
    thousandths = int(digits) if digits.isascii() and digits.isdigit() else 0
    found = Fraction(int(whole))
    if thousandths:
        found += Fraction(round(Fraction(thousandths, 10)), 100)
    return -found if said.startswith("-") else found
