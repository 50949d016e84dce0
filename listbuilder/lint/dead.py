"""What files define and nothing uses: it does nothing, or a name that meant it is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.lint.game import At, Fault, Game
from listbuilder.loading.problems import token
from listbuilder.loading.references import Use, uses
from listbuilder.model.entries import Keyword
from listbuilder.model.ruleset import Catalogue, Part, Ruleset


class Used:
    """The names that a game's files use.

    Attributes:
        asked: kind and name, of what is asked for.
        carried: the same, of what entries have.
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


def dead(game: Game) -> Iterator[Fault]:
    """Yield the names that files define and nobody uses, in a game whose files are all usable."""
    used = Used(game)
    yield from _families(game, used)
    for file in game.files.values():
        part = file.part
        if not isinstance(part, Ruleset | Catalogue):
            continue
        at = At(file.name, "")
        for name, keyword in part.keywords.items():
            yield from _keyword(at, name, keyword, used)
        yield from _documents(at, part, used)
        for index, table in enumerate(part.tables):
            if ("table", table.id) not in used.asked:
                message = f"No topic of the reference prints “{table.id}”."
                yield at.fault("unused-table", message, f"/tables/{index}/id")
        if isinstance(part, Ruleset):
            yield from _ruleset(part, used)


def uncited(game: Game, file: str) -> Iterator[Fault]:
    """Yield the documents of one file that no source of the game cites."""
    part = game.files[file].part
    if part is not None:
        yield from _documents(At(file, ""), part, Used(game))


def _documents(at: At, part: Part, used: Used) -> Iterator[Fault]:
    for name in part.documents:
        if ("document", name) not in used.asked:
            message = f"No source cites “{name}”."
            yield at.fault("unused-document", message, f"/documents/{token(name)}", True)


def _families(game: Game, used: Used) -> Iterator[Fault]:
    """Yield families of one keyword, which exclude nothing: often one is misspelt."""
    members: dict[str, dict[str, At]] = {}
    for file in game.files.values():
        keywords = file.part.keywords if file.part else {}
        for name, keyword in keywords.items():
            if keyword.family is not None:
                at = At(file.name, f"/keywords/{token(name)}")
                members.setdefault(keyword.family, {}).setdefault(name, at)
    for family, named in members.items():
        if len(named) == 1 and ("family", family) not in used.asked:
            (at,) = named.values()
            message = f"No other keyword is of the family “{family}”, so it excludes nothing."
            yield at.fault("lonely-family", message, "/family")


def _keyword(at: At, name: str, keyword: Keyword, used: Used) -> Iterator[Fault]:
    step = f"/keywords/{token(name)}"
    if ("keyword", name) not in used.carried:
        message = f"No entry is “{name}”, or becomes it."
        yield at.fault("unused-keyword", message, step, True)
        return
    says = keyword.title or keyword.hidden or keyword.family or keyword.copies or keyword.carries
    gives = (
        keyword.values or keyword.slots or keyword.constraints or keyword.profiles or keyword.rules
    )
    if not says and not gives and ("keyword", name) not in used.asked:
        message = f"“{name}” says nothing, gives nothing, and no rule asks for it."
        yield at.fault("idle-keyword", message, step, True)


def _ruleset(ruleset: Ruleset, used: Used) -> Iterator[Fault]:
    at = At("", "")
    for name, value in ruleset.values.items():
        step = f"/values/{token(name)}"
        if ("value", name) not in used.carried:
            yield at.fault("unused-value", f"No entry carries “{name}”.", step, True)
        elif not value.cost and ("value", name) not in used.asked:
            yield at.fault("unused-value", f"Nothing reads “{name}”.", step, True)
    for name in ruleset.limits:
        if ("limit", name) not in used.asked:
            message = f"No rule reads the limit “{name}”."
            yield at.fault("unused-limit", message, f"/limits/{token(name)}", True)
    for name in ruleset.choices:
        if ("choice", name) not in used.asked:
            message = f"No rule asks what was chosen of “{name}”."
            yield at.fault("unused-choice", message, f"/choices/{token(name)}", True)
    for name in ruleset.profiles:
        if ("profile", name) not in used.asked:
            message = f"No entry has a profile of the type “{name}”."
            yield at.fault("unused-profile", message, f"/profiles/{token(name)}", True)
    for name in ruleset.dice:
        if ("dice", name) not in used.asked:
            message = f"Nothing is rolled with “{name}”."
            yield at.fault("unused-dice", message, f"/dice/{token(name)}", True)
    for name in ruleset.charts:
        if ("chart", name) not in used.asked:
            message = f"No odds need “{name}”."
            yield at.fault("unused-chart", message, f"/charts/{token(name)}", True)
