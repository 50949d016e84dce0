"""Sentences for people: written in English in the code, told in the reader's language.

A message is its English text, so that programs read the same in all languages (JSON, exports,
hashes). It remembers its pattern and values, and is put into another language only where it is told
to a person: templates do this by themselves, other code by ``translated``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

if TYPE_CHECKING:
    from gettext import NullTranslations

    from markupsafe import Markup

ENGLISH = "en"

DOMAIN = "listbuilder"
"""The name of gettext's files."""

FOLDER = Path(__file__).parent / "translations"
"""``LANGUAGE/LC_MESSAGES/listbuilder.mo``, as gettext wants them."""

_LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Text(str):
    """A text that is told in the reader's language; to a program it is its English text."""

    __slots__ = ()

    def told(self, language: str) -> str:
        """Say the text in a language; in English, unless a subclass knows the language."""
        return str(self)

    def lower(self) -> Text:
        """Write the text in lower case, in languages that write nouns so."""
        return Lowered(str.lower(self), self)

    def within(self) -> Text:
        """Write the text as it stands within a sentence, perhaps without its capital."""
        return Lowered(f"{str(self)[:1].lower()}{str(self)[1:]}", self)

    def begun(self) -> Text:
        """Write the text as the beginning of a sentence."""
        return Capitalised(self)

    def __html__(self) -> Markup:
        """Write the text for a page, in the reader's language."""
        from markupsafe import escape

        return escape(self.told(_LANGUAGE.get()))


class Message(Text):
    """A sentence with its values.

    Attributes:
        msgid: the English pattern, with a name in braces for each value.
        plural: the pattern for several things; empty if nothing is counted.
        number: the number of things, if there is a plural.
        values: the values by name; values that are texts themselves are told in the same language.
    """

    __slots__ = ("msgid", "number", "plural", "values")

    msgid: str
    plural: str
    number: int
    values: Mapping[str, object]

    def __new__(cls, msgid: str, plural: str, count: int, values: Mapping[str, object]) -> Message:
        """Make a message; ``gettext`` and ``ngettext`` are shorter."""
        said = plural if plural and count != 1 else msgid
        made = super().__new__(cls, said.format_map(values) if values else said.format())
        made.msgid, made.plural, made.number, made.values = msgid, plural, count, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.msgid, self.plural, self.number, self.values)

    def told(self, language: str) -> str:
        """Say the sentence in a language; in English if it is not translated."""
        if language == ENGLISH:
            return str(self)
        said = _said(self.msgid, self.plural, self.number, language)
        return said.format_map({name: _in(language, value) for name, value in self.values.items()})


class Joined(Text):
    """Texts in a row."""

    __slots__ = ("parts", "separator")

    separator: str
    parts: tuple[str, ...]

    def __new__(cls, separator: str, parts: Iterable[str]) -> Joined:
        """Put texts in a row."""
        parts = tuple(parts)
        made = super().__new__(cls, separator.join(parts))
        made.separator, made.parts = separator, parts
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Joined, (self.separator, self.parts)

    def told(self, language: str) -> str:
        """Say each text in a language."""
        separator: str = _in(language, self.separator)
        return separator.join(_in(language, part) for part in self.parts)


class Titled(Text):
    """A title from the data, with its translations.

    Attributes:
        titles: the translations of titles, by language (``model.ruleset.Ruleset.titles``).
        whole: the title of which this one is a form (``points`` for ``point``), told if this one
            has no translation.
    """

    __slots__ = ("titles", "whole")

    titles: Mapping[str, Mapping[str, str]]
    whole: Titled | None

    def __new__(
        cls, title: str, titles: Mapping[str, Mapping[str, str]], whole: Titled | None = None
    ) -> Titled:
        """Make one."""
        made = super().__new__(cls, title)
        made.titles, made.whole = titles, whole
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Titled, (str(self), self.titles, self.whole)

    def told(self, language: str) -> str:
        """Say the title in a language; in English if the data does not translate it."""
        if language == ENGLISH:
            return str(self)
        said = self.titles.get(language, {}).get(self)
        if said is None:
            said = str(self) if self.whole is None else self.whole.told(language)
        return said

    def removesuffix(self, suffix: str, /) -> Titled:
        """Take an ending off the English title; translations are looked up for what is left."""
        return Titled(super().removesuffix(suffix), self.titles, self)


class Numeral(Text):
    """A number with English commas and points, which other languages write differently."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return Numeral, (str(self),)

    def told(self, language: str) -> str:
        """Write the number as a language does."""
        if language == ENGLISH:
            return str(self)
        pattern = _said(PATTERN, "", 0, language)
        return self.translate({ord(","): pattern[1], ord("."): pattern[5]})


class Lowered(Text):
    """A title that English writes differently: without capitals, or as an id."""

    __slots__ = ("whole",)

    whole: Text

    def __new__(cls, small: str, whole: Text) -> Lowered:
        """Make one."""
        made = super().__new__(cls, small)
        made.whole = whole
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Lowered, (str(self), self.whole)

    def told(self, language: str) -> str:
        """Say it in a language."""
        return str(self) if language == ENGLISH else self.whole.told(language)

    def replace(self, old: str, new: str, /, count: SupportsIndex = -1) -> Lowered:
        """Replace letters of the English text."""
        return Lowered(super().replace(old, new, count), self.whole)


class Capitalised(Text):
    """A text at the beginning of a sentence: its first letter is a capital in all languages."""

    __slots__ = ("whole",)

    whole: Text

    def __new__(cls, whole: Text) -> Capitalised:
        """Make one."""
        made = super().__new__(cls, _with_capital(str(whole)))
        made.whole = whole
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Capitalised, (self.whole,)

    def told(self, language: str) -> str:
        """Say it in a language."""
        return _with_capital(self.whole.told(language))


def _with_capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def lowered_title(name: str, title: str) -> str:
    """An id that English readers understand, told by its title in other languages."""
    return Lowered(name, title) if isinstance(title, Text) else name


def gettext(msgid: str, /, **values: object) -> Message:
    """Make a message.

    Args:
        msgid: the English pattern; names in braces stand for the values.
        values: the values by name.
    """
    return Message(msgid, "", 0, values)


PATTERN = gettext("1,234.5").msgid
"""A number as a language writes it, with its signs for thousands and for decimals."""


def numeral(number: str) -> Text:
    """Write a number that has commas or a point."""
    return Numeral(number)


def ngettext(one: str, several: str, count: int, /, **values: object) -> Message:
    """Make a message that depends on a number, which it may name ``{count}``.

    Args:
        one: the English pattern for one thing.
        several: the English pattern for any other number.
        count: the number of things.
        values: the values by name.
    """
    return Message(one, several, count, {"count": count, **values})


def joined(separator: str, parts: Iterable[str]) -> Text:
    """Put texts in a row, each to be told in the reader's language."""
    return Joined(separator, parts)


def either(parts: Iterable[str]) -> str:
    """Name alternatives: ``10, 20 or 40``; empty without any."""
    *first, last = (*parts,) or ("",)
    return gettext("{some} or {last}", some=joined(", ", first), last=last) if first else last


def translated(text: str) -> str:
    """Say a text in the reader's language: that of the request or command."""
    said: str = _in(_LANGUAGE.get(), text)
    return said


def translated_as_it_is(text: str) -> str:
    """Say a text without values in the reader's language, and keep its braces."""
    return _said(text, "", 0, _LANGUAGE.get()) if text else text


def message_of(error: Exception) -> str:
    """The message of an error, which can be told in the reader's language."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Text) and said == str(error) else str(error)


def language() -> str:
    """The reader's language: that of the request or command."""
    return _LANGUAGE.get()


def speak(language: str) -> None:
    """Set the reader's language from now on, within this request or command."""
    _LANGUAGE.set(language)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Set the reader's language within a block."""
    token = _LANGUAGE.set(language)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


@cache
def languages() -> tuple[str, ...]:
    """The languages into which messages are translated, English first."""
    found = sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/*.mo"))
    return ENGLISH, *found


def first_offered(wanted: Iterable[str]) -> str:
    """Choose the first wanted language that is available, else English.

    Args:
        wanted: languages as systems and browsers write them: ``de``, ``de-AT``, ``de_CH.UTF-8``.
    """
    for one in wanted:
        name = one.replace("_", "-").partition("-")[0].partition(".")[0].strip().lower()
        if name == ENGLISH or name in languages():
            return name
    return ENGLISH


def template_globals() -> dict[str, Callable[..., object]]:
    """The functions by which templates say sentences, which may hold elements of HTML."""
    return {"_": _markup, "ngettext": _markup_of_many, "language": language, "joined": joined}


def _markup(msgid: str, /, **values: object) -> Markup:
    from markupsafe import Markup

    said = _said(msgid, "", 0, _LANGUAGE.get())
    return Markup(said).format(**values)  # noqa: S704 - a message is ours; values are escaped


def _markup_of_many(one: str, several: str, count: int, /, **values: object) -> Markup:
    from markupsafe import Markup

    said = _said(one, several, count, _LANGUAGE.get())
    return Markup(said).format(count=count, **values)  # noqa: S704 - as above


def _in(language: str, value: Any) -> Any:
    return value.told(language) if isinstance(value, Text) else value


def _said(msgid: str, plural: str, count: int, language: str) -> str:
    """The translation of a pattern, with its names in braces."""
    if language == ENGLISH:
        return plural if plural and count != 1 else msgid
    messages = _translations(language)
    return messages.ngettext(msgid, plural, count) if plural else messages.gettext(msgid)


@cache
def _translations(language: str) -> NullTranslations:
    """The messages of a language, read when the first of them is told."""
    from gettext import translation

    return translation(DOMAIN, FOLDER, [language], fallback=True)
