"""A source map: the lines of a text's values, and its faults as JSON.

A text is read so only when something is wrong: in one pass and a plain loop, so that no text is too
deep.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from enum import Enum
from typing import NamedTuple

from listbuilder.loading.input_limits import MOST_DEPTH, MOST_DIGITS
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.names import quoted, shortened
from listbuilder.messages import gettext

MOST_FAULTS = 1000
"""Most faults that are told of a text."""

STRING = re.compile(r"""(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+""")
"""The well-formed beginning of a text within quotes."""

TOKEN = re.compile(
    rf"""[ \t\n\r]*+
    (?: (?P<mark> [{{}}\[\]:,] )
      | (?P<string> "{STRING.pattern}" )
      | (?P<number> -? (?:0|[1-9][0-9]*+) (?:\.[0-9]++)? (?:[eE][-+]?[0-9]++)? )
      | (?P<word> true | false | null )
      | (?P<constant> NaN | -?Infinity )
      | (?P<end> \Z )
      | (?P<other> \w++ | . )
    )""",
    re.VERBOSE | re.DOTALL,
)
"""The next token of any kind: consecutive matches leave nothing out."""

INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
"""Index of a value in a list, in a JSON pointer."""


class SyntaxFault(NamedTuple):
    """A fault that keeps a text from being JSON that we accept.

    Attributes:
        at: offset in the text.
        pointer: JSON pointer to the value at fault, or to its holder.
    """

    code: str
    at: int
    pointer: str
    message: str


class JsonContainer:
    """An object or a list.

    Attributes:
        at: offset of its first character.
        keys: offset of each key; None for a list.
        values: its values; a plain value is its offset alone.
    """

    __slots__ = ("at", "keys", "values")

    def __init__(self, at: int, keys: dict[str, int] | None) -> None:
        self.at = at
        self.keys = keys
        self.values: dict[str, MappedValue] | list[MappedValue] = [] if keys is None else {}

    def value(self, name: str) -> MappedValue | None:
        """Look a value up by its key, or by its index as a JSON pointer writes it."""
        if isinstance(self.values, dict):
            return self.values.get(name)
        if INDEX.fullmatch(name) and int(name) < len(self.values):
            return self.values[int(name)]
        return None


MappedValue = int | JsonContainer


class ExpectedToken(Enum):
    """The token that must come next, in words."""

    VALUE = "a value"
    VALUE_OR_END = gettext("a value or “]”")
    NEXT_VALUE = gettext("the next value")
    NEXT_KEY = gettext("the next key in double quotes")
    KEY_OR_END = gettext("a key in double quotes or “}}”")
    COLON = gettext("“:” after the key")
    COMMA_IN_OBJECT = "“,” or “}”"
    COMMA_IN_LIST = "“,” or “]”"
    NOTHING = gettext("nothing more")


LAST_COMMAS = (("}", ExpectedToken.NEXT_KEY), ("]", ExpectedToken.NEXT_VALUE))


class SourceMap:
    """Lines and columns of one text, counted from 1, for JSON pointers into it.

    Of a text that is not JSON, the values before the fault are known.

    Attributes:
        faults: the faults that keep it from being JSON that we accept, in order.
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        scan = _Scan(text)
        self.faults = tuple(scan.faults)
        self._root = scan.root

    def locate(self, pointer: str) -> tuple[int, int] | None:
        """Find the value at a pointer, or its nearest holder; None in an empty text."""
        return None if self._root is None else self.place(self._find(self._root, pointer)[0])

    def locate_key(self, pointer: str) -> tuple[int, int] | None:
        """Find the key of the value at a pointer; the value itself where it has none."""
        return None if self._root is None else self.place(self._find(self._root, pointer)[1])

    def place(self, at: int) -> tuple[int, int]:
        """Give the line and column of an offset."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Give the offset of a line and column; past the last line, of the last."""
        return self._starts[min(line, len(self._starts)) - 1] + column - 1

    @staticmethod
    def _find(node: MappedValue, pointer: str) -> tuple[int, int]:
        """Find the offsets of a value and of its key."""
        key = _offset(node)
        for token in pointer.split("/")[1:]:
            name = token.replace("~1", "/").replace("~0", "~")
            if isinstance(node, int):
                break
            inner = node.value(name)
            if inner is None:
                break
            key = _offset(inner) if node.keys is None else node.keys[name]
            node = inner
        return _offset(node), key


def locate(text: str, pointer: str) -> tuple[int, int] | None:
    """Find one value's line and column (``SourceMap`` finds many)."""
    return SourceMap(text).locate(pointer)


def locate_key(text: str, pointer: str) -> tuple[int, int] | None:
    """Find one key's line and column (``SourceMap`` finds many)."""
    return SourceMap(text).locate_key(pointer)


def _offset(node: MappedValue) -> int:
    return node if isinstance(node, int) else node.at


class _Scan:
    """A reading of a text, up to the fault where it stops being JSON."""

    def __init__(self, text: str) -> None:
        self.root: MappedValue | None = None
        self.faults: list[SyntaxFault] = []
        self._text = text
        self._wanted = ExpectedToken.VALUE
        self._open: list[JsonContainer] = []
        self._path: list[str | int] = []
        for found in TOKEN.finditer(text):
            kind = found.lastgroup or ""
            if not self._take(kind, found[kind], found.start(kind)):
                break

    def _take(self, kind: str, piece: str, at: int) -> bool:
        """Read a token; False where the text ends or can't be read further."""
        taken = False
        match self._wanted:
            case ExpectedToken.VALUE | ExpectedToken.NEXT_VALUE | ExpectedToken.VALUE_OR_END:
                taken = self._take_value(kind, piece, at)
            case ExpectedToken.NEXT_KEY | ExpectedToken.KEY_OR_END:
                taken = self._take_key(kind, piece, at)
            case ExpectedToken.COLON:
                taken = piece == ":"
                self._wanted = ExpectedToken.VALUE if taken else ExpectedToken.COLON
            case ExpectedToken.COMMA_IN_OBJECT | ExpectedToken.COMMA_IN_LIST:
                taken = self._take_comma(piece)
            case ExpectedToken.NOTHING:
                if kind == "end":
                    return False
        if not taken:
            self._stop(kind, piece, at)
        return taken

    def _take_value(self, kind: str, piece: str, at: int) -> bool:
        if piece in ("{", "["):
            if len(self._open) == MOST_DEPTH:
                self._fault(
                    "too-deep",
                    at,
                    gettext(
                        "Objects and lists are over {most_depth} deep here.", most_depth=MOST_DEPTH
                    ),
                )
                return False
            self._hold(JsonContainer(at, {} if piece == "{" else None))
            return True
        if piece == "]" and self._wanted is ExpectedToken.VALUE_OR_END:
            self._close()
            return True
        if kind not in ("string", "number", "word", "constant"):
            return False
        self._attach(at)
        self._judge(kind, piece, at)
        self._wanted = self._after()
        return True

    def _take_key(self, kind: str, piece: str, at: int) -> bool:
        if piece == "}" and self._wanted is ExpectedToken.KEY_OR_END:
            self._close()
            return True
        if kind != "string":
            return False
        key: str = json.loads(piece)
        self._path[-1] = key
        keys = self._open[-1].keys
        if keys is not None:
            if key in keys:
                self._fault(
                    "duplicate-key",
                    at,
                    gettext("The key {name} is here twice.", name=quoted(_printable(key))),
                )
            keys[key] = at
        self._judge(kind, piece, at)
        self._wanted = ExpectedToken.COLON
        return True

    def _take_comma(self, piece: str) -> bool:
        in_object = self._wanted is ExpectedToken.COMMA_IN_OBJECT
        if piece == ",":
            self._wanted = ExpectedToken.NEXT_KEY if in_object else ExpectedToken.NEXT_VALUE
            return True
        if piece == ("}" if in_object else "]"):
            self._close()
            return True
        return False

    def _hold(self, holder: JsonContainer) -> None:
        self._attach(holder)
        self._open.append(holder)
        self._path.append(0)
        self._wanted = (
            ExpectedToken.VALUE_OR_END if holder.keys is None else ExpectedToken.KEY_OR_END
        )

    def _attach(self, node: MappedValue) -> None:
        if not self._open:
            self.root = node
            return
        values = self._open[-1].values
        if isinstance(values, dict):
            values[str(self._path[-1])] = node
        else:
            self._path[-1] = len(values)
            values.append(node)

    def _close(self) -> None:
        self._open.pop()
        self._path.pop()
        self._wanted = self._after()

    def _after(self) -> ExpectedToken:
        if not self._open:
            return ExpectedToken.NOTHING
        return (
            ExpectedToken.COMMA_IN_LIST
            if self._open[-1].keys is None
            else ExpectedToken.COMMA_IN_OBJECT
        )

    def _judge(self, kind: str, piece: str, at: int) -> None:
        """Note the faults of a value that the grammar allows."""
        if kind == "constant":
            self._fault("not-a-number", at, gettext("{piece} is no number.", piece=piece))
        elif kind == "number":
            if piece.lstrip("-").isdigit():
                huge = len(piece.lstrip("-")) > MOST_DIGITS
            else:
                huge = abs(float(piece)) == float("inf")
            if huge:
                self._fault(
                    "huge-number",
                    at,
                    gettext("A number has at most {most_digits} digits.", most_digits=MOST_DIGITS),
                )
        elif kind == "string" and _printable(text := json.loads(piece)) != text:
            self._fault(
                "broken-character",
                at,
                gettext("{name} holds half a character.", name=quoted(_printable(text))),
            )

    def _stop(self, kind: str, piece: str, at: int) -> None:
        if self.faults and self.faults[-1].code == "too-deep":
            return
        if piece == '"':
            at, problem = self._string_problem(at)
        elif kind == "end":
            problem = gettext("the file ends where {value} should be", value=self._wanted.value)
        elif (piece, self._wanted) in LAST_COMMAS:
            problem = gettext("there is a comma before “{piece}”", piece=piece)
        else:
            problem = gettext(
                "{value} should be here, not {shown}", value=self._wanted.value, shown=_shown(piece)
            )
        self._fault("not-json", at, gettext("This is not JSON: {problem}.", problem=problem))

    def _string_problem(self, at: int) -> tuple[int, str]:
        """Find the first fault of a string: its offset and the reason."""
        good = STRING.match(self._text, at + 1)
        stop = good.end() if good else at
        rest = self._text[stop : stop + 1]
        if not rest:
            return at, gettext("the text that begins here has no closing quote")
        if rest in "\r\n":
            return stop, gettext("the line ends before the closing quote")
        if rest == "\\":
            return stop, gettext('a backslash stands only before one of "\\/bfnrt and uXXXX')
        return stop, gettext("{shown} can't stand inside quotes as it is", shown=_shown(rest))

    def _fault(self, code: str, at: int, message: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            path = self._path[:-1] if code in ("not-json", "too-deep") else self._path
            self.faults.append(SyntaxFault(code, at, _printable(pointer_of(path)), message))


def _printable(text: str) -> str:
    """Replace each half of a surrogate pair by a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _shown(piece: str) -> str:
    short = _printable(shortened(piece))
    if short.startswith('"'):
        return short
    return (
        f"“{short}”"
        if piece.isprintable()
        else gettext("the character U+{number}", number=f"{ord(piece[0]):04X}")
    )
