"""Check for unused definitions: each does nothing, or a name that should refer to it is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.loading.json_pointer import token
from listbuilder.loading.references import Use, uses
from listbuilder.messages import gettext
from listbuilder.model.entries import Keyword
from listbuilder.model.ruleset import Catalogue, Part, Ruleset


class Uses:
    """The names that a game's files use.

    Attributes:
        asked: kind and name of the names that rules, topics and odds ask for.
        carried: kind and name of the names that entries have.
    """

    def __init__(self, game: Game) -> None:
        self.asked: set[tuple[str, str]] = set()
        self.carried: set[tuple[str, str]] = set()
        for file in game.files.values():
            for _, node in file.inside:
                for use in uses(node):
                    self._note(use)

    def _note(self, use: Use) -> None:
        kind = use.kind
        if kind in ("place", "scope"):
            kind = "keyword"
        (self.carried if use.carried else self.asked).add((kind, use.name))


def unused(game: Game) -> Iterator[Diagnostic]:
    """Yield the names that files define and nobody uses, in a game whose files are all usable."""
    used = Uses(game)
    yield from _families(game, used)
    for file in game.files.values():
        part = file.part
        if not isinstance(part, Ruleset | Catalogue):
            continue
        at = Location(file.name, "")
        for name, keyword in part.keywords.items():
            yield from _keyword(at, name, keyword, used)
        yield from _documents(at, part, used)
        for name in part.choices:
            if ("choice", name) not in used.asked:
                message = gettext("No rule asks what was chosen of “{name}”.", name=name)
                yield at.diagnostic("unused-choice", message, f"/choices/{token(name)}", True)
        for index, table in enumerate(part.tables):
            if ("table", table.id) not in used.asked:
                message = gettext("No topic of the reference prints “{id}”.", id=table.id)
                yield at.diagnostic("unused-table", message, f"/tables/{index}/id")
        if isinstance(part, Ruleset):
            yield from _ruleset(part, used)


def uncited(game: Game, file: str) -> Iterator[Diagnostic]:
    """Yield the documents of one file that no source of the game cites."""
    part = game.files[file].part
    if part is not None:
        yield from _documents(Location(file, ""), part, Uses(game))


def _documents(at: Location, part: Part, used: Uses) -> Iterator[Diagnostic]:
    for name in part.documents:
        if ("document", name) not in used.asked:
            message = gettext("No source cites “{name}”.", name=name)
            yield at.diagnostic("unused-document", message, f"/documents/{token(name)}", True)


def _families(game: Game, used: Uses) -> Iterator[Diagnostic]:
    """Yield families of a single keyword, which exclude nothing: often the family is misspelt."""
    members: dict[str, dict[str, Location]] = {}
    for file in game.files.values():
        keywords = file.part.keywords if file.part else {}
        for name, keyword in keywords.items():
            if keyword.family is not None:
                at = Location(file.name, f"/keywords/{token(name)}")
                members.setdefault(keyword.family, {}).setdefault(name, at)
    for family, named in members.items():
        if len(named) == 1 and ("family", family) not in used.asked:
            (at,) = named.values()
            message = gettext(
                "No other keyword is of the family “{family}”, so it excludes nothing.",
                family=family,
            )
            yield at.diagnostic("lonely-family", message, "/family")


def _keyword(at: Location, name: str, keyword: Keyword, used: Uses) -> Iterator[Diagnostic]:
    step = f"/keywords/{token(name)}"
    if ("keyword", name) not in used.carried:
        message = gettext("No entry is “{name}”, or becomes it.", name=name)
        yield at.diagnostic("unused-keyword", message, step, True)
        return
    says = keyword.title or keyword.hidden or keyword.family or keyword.copies or keyword.carries
    gives = (
        keyword.values or keyword.slots or keyword.constraints or keyword.profiles or keyword.rules
    )
    if not says and not gives and ("keyword", name) not in used.asked:
        message = gettext(
            "“{name}” says nothing, gives nothing, and no rule asks for it.", name=name
        )
        yield at.diagnostic("idle-keyword", message, step, True)


def _ruleset(ruleset: Ruleset, used: Uses) -> Iterator[Diagnostic]:
    at = Location("", "")
    for name, value in ruleset.values.items():
        step = f"/values/{token(name)}"
        if ("value", name) not in used.carried:
            yield at.diagnostic(
                "unused-value", gettext("No entry carries “{name}”.", name=name), step, True
            )
        elif not value.cost and ("value", name) not in used.asked:
            yield at.diagnostic(
                "unused-value", gettext("Nothing reads “{name}”.", name=name), step, True
            )
    for name in ruleset.limits:
        if ("limit", name) not in used.asked:
            message = gettext("No rule reads the limit “{name}”.", name=name)
            yield at.diagnostic("unused-limit", message, f"/limits/{token(name)}", True)
    for name in ruleset.profiles:
        if ("profile", name) not in used.asked:
            message = gettext("No entry has a profile of the type “{name}”.", name=name)
            yield at.diagnostic("unused-profile", message, f"/profiles/{token(name)}", True)
    for name in ruleset.dice:
        if ("dice", name) not in used.asked:
            message = gettext("Nothing is rolled with “{name}”.", name=name)
            yield at.diagnostic("unused-dice", message, f"/dice/{token(name)}", True)
    for name, chart in ruleset.charts.items():
        shown = chart.on_cards or chart.at_glance
        if ("chart", name) not in used.asked and shown is None:
            message = gettext("Neither odds nor sheets need “{name}”.", name=name)
            yield at.diagnostic("unused-chart", message, f"/charts/{token(name)}", True)
