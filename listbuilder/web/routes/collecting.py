"""The player's collection: its use by armies, and the army lists that it can field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping

import attrs
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.editing.find import folded
from listbuilder.errors import EditError, ListbuilderError
from listbuilder.messages import gettext
from listbuilder.web.http.context import AppContext, context_of, form_of, page, redirect
from listbuilder.web.http.turns import address_of
from listbuilder.web.storage.collection import Collection
from listbuilder.web.views.games import games_of
from listbuilder.web.views.layout_context import url_of

LINE = re.compile(r"\s*(?P<many>[0-9]{1,6})\s*[x×]?\s+(?P<name>\S.*?)\s*")


@attrs.frozen
class UsedArmy:
    """The models that an army uses of the collection, and those that it lacks, in words."""

    key: str
    name: str
    uses: tuple[str, ...]
    lacks: tuple[str, ...]


@attrs.frozen
class FieldedList:
    """An army list, and the models of it that are owned."""

    game: str
    list_id: str
    name: str
    kinds: int
    models: int


async def show(request: Request) -> Response:
    """Show the collection, or save it: a line for each kind of model, its number first."""
    context = context_of(request)
    collection = Collection(context.store)
    titles = dict(_titles(context))
    text: str | None = None
    problem: EditError | None = None
    if request.method == "POST":
        text = (await form_of(request)).get("owned")
        try:
            collection.write(_read(text, titles))
            return redirect("/collection")
        except EditError as error:
            problem = error
    owned = collection.read()
    if text is None:
        text = "\n".join(f"{many} {titles.get(one, one)}" for one, many in owned.items())
    return page(
        request,
        "collection.html",
        422 if problem else 200,
        text=text,
        problem=problem,
        armies=[army async for army in _armies(request, owned, titles)] if owned else [],
        lists=sorted(_lists(context, owned), key=lambda one: -one.models),
        url=url_of,
    )


def _titles(context: AppContext) -> Iterator[tuple[str, str]]:
    """Yield the name of each entry of every game, by its id."""
    for game in games_of(context.library):
        for part in (game.ruleset, *game.lists):
            for entry in part.entries if part else ():
                yield entry.id, entry.name


def _read(text: str, titles: Mapping[str, str]) -> dict[str, int]:
    """Read a collection.

    Raises:
        EditError: a line is no number with the name, or the id, of an entry.
    """
    known = {folded(name): entry for entry, name in titles.items()}
    known |= {folded(entry): entry for entry in titles}
    owned: Counter[str] = Counter()
    for line in filter(str.strip, text.splitlines()):
        found = LINE.fullmatch(line)
        entry = known.get(folded(found["name"])) if found else None
        if found is None or entry is None:
            raise EditError(
                gettext("“{strip}” is no number with the name of a model.", strip=line.strip())
            )
        owned[entry] += int(found["many"])
    return dict(owned)


async def _armies(
    request: Request, owned: Mapping[str, int], titles: Mapping[str, str]
) -> AsyncIterator[UsedArmy]:
    """Yield the use of the collection by each army that can be read."""
    context = context_of(request)
    own = {folded(titles.get(entry, entry)): many for entry, many in owned.items()}
    for key in context.store.armies():
        await context.turns.take(address_of(request))
        try:
            document = await context.documents.open(key)
        except ListbuilderError:
            continue  # the list of armies says why
        used: Counter[str] = Counter()
        for node in document.verdict.army.nodes:
            entry = node.place.entry
            if entry is not None and document.judge.book.is_piece(entry):
                used[entry.name] += node.count * (node.size or 1)
        yield UsedArmy(
            key,
            document.roster.name,
            tuple(
                gettext(
                    "{some} of {all} {name}",
                    some=min(many, own[folded(name)]),
                    all=own[folded(name)],
                    name=name,
                )
                for name, many in used.items()
                if folded(name) in own
            ),
            tuple(
                f"{lacking} {name}"
                for name, many in used.items()
                if (lacking := many - own.get(folded(name), 0)) > 0
            ),
        )


def _lists(context: AppContext, owned: Mapping[str, int]) -> Iterator[FieldedList]:
    """Yield the army lists that have entries of the collection."""
    for game in games_of(context.library):
        for one in game.lists:
            here = [owned[entry.id] for entry in one.entries if entry.id in owned]
            if here:
                title = game.ruleset.name if game.ruleset else game.id
                yield FieldedList(title, f"{game.id}/{one.id}", one.name, len(here), sum(here))
