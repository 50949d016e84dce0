"""The aims of an army, and the wishes of a player as rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from listbuilder.editing.find import find_entry, lists_of
from listbuilder.errors import EditError
from listbuilder.messages import gettext
from listbuilder.model.language import (
    Comparison,
    Constraint,
    Count,
    Names,
    Op,
    Plus,
    Quantity,
    Selector,
    Sum,
    Test,
    Times,
)
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book
from listbuilder.rules.slots import NOWHERE
from listbuilder.solve.model.linear import LinearExpr, total
from listbuilder.solve.search.problem import EncodedProblem

CHEAPEST = "cheapest"
MODELS = "models"
ASKED = "asked"
ADDED = "added"
"""The name of the last goal: as few copies and models added as possible."""


@attrs.frozen(eq=False)
class Aim:
    """A goal that a player names.

    Attributes:
        name: the name by which the player asked for it.
        quantity: the quantity of the whole roster to maximise.
    """

    name: str
    quantity: Quantity


def aims_of(book: Book, roster: Roster, names: Sequence[str]) -> list[Aim]:
    """Look aims up by name: a value, a keyword, an entry (also in the plural), or ``cheapest``.

    Without a name the aim is to spend most of the limited cost; if no cost is limited, to be the
    cheapest; in a game without costs, to have most models.

    Raises:
        EditError: an aim that the game does not know.
    """
    wanted = list(names) or [limited_cost(book, roster) or (CHEAPEST if costs(book) else MODELS)]
    return [_aim(book, roster, name) for name in wanted]


def limited_cost(book: Book, roster: Roster) -> str | None:
    """The first cost that the roster limits; None: it limits none."""
    return next((name for name in costs(book) if name in roster.limits), None)


def costs(book: Book) -> list[str]:
    """The names of the values that are costs."""
    return [name for name, value in book.ruleset.values.items() if value.cost]


def _aim(book: Book, roster: Roster, name: str) -> Aim:
    if name == CHEAPEST:
        cost = limited_cost(book, roster) or next(iter(costs(book)), None)
        if cost is None:
            raise EditError(gettext("Nothing costs anything in this game."))
        return Aim(name, Times(-1, Sum(cost)))
    for known in (name, name.removesuffix("s")):
        if known in book.ruleset.values:
            return Aim(name, Sum(known))
        if known in book.keywords:
            return Aim(name, Count(Selector(test=Test(is_=Names((known,))))))
        if any(known in entries for entries in book.entries.values()):
            return Aim(name, Count(Selector(test=Test(entry=Names((known,))))))
    if name == MODELS:
        return Aim(name, _models(book))
    known_aims = [CHEAPEST, MODELS, *book.ruleset.values, *book.keywords]
    from listbuilder.loading.names import did_you_mean

    hint = did_you_mean(name, known_aims)
    raise EditError(gettext("There is no aim “{name}”.{hint}", name=name, hint=hint), [])


def _models(book: Book) -> Quantity:
    """The number of models of a roster, in a game without a value for it: units by their size."""
    pieces = [
        entry for known in book.entries.values() for entry in known.values() if book.is_piece(entry)
    ]
    single = Names(tuple(dict.fromkeys(entry.id for entry in pieces if entry.size is None)))
    units = Names(tuple(dict.fromkeys(entry.id for entry in pieces if entry.size is not None)))
    counted = Count(Selector(test=Test(entry=single))) if single else 0
    sizes = Sum("size", Selector(test=Test(entry=units))) if units else 0
    return Plus((counted, sizes))


def asked(book: Book, entry: str, op: Op, number: int) -> Constraint:
    """The number of an entry that the player wants, as a rule.

    Raises:
        EditError: the book has no such entry.
    """
    entries = {one.id: one for known in book.entries.values() for one in known.values()}
    entry = find_entry(entries.values(), entry, lists_of(book))
    number_of = Count(Selector(test=Test(entry=Names((entry,)))))
    what = f"{number} × {entries[entry].name}"
    match op:
        case "at_most" if not number:
            title = gettext("no {entry}, as asked", entry=entries[entry].name)
        case "at_most":
            title = gettext("at most {what} asked for", what=what)
        case "at_least":
            title = gettext("at least {what} asked for", what=what)
        case _:
            title = gettext("{what} asked for", what=what)
    return Constraint(ASKED, title, Comparison(number_of, op, number), NOWHERE, "roster")


def owned(book: Book, models: Mapping[str, int]) -> list[Constraint]:
    """The models that the player owns, as rules: no more of each may be fielded.

    Pieces that are not named are not owned; entries that are no pieces are not limited.

    Raises:
        EditError: the book has no such entry.
    """
    rules = [asked(book, entry, "at_most", number) for entry, number in models.items()]
    others = {
        entry.id
        for entries in book.entries.values()
        for entry in entries.values()
        if book.is_piece(entry) and entry.id not in models
    }
    return rules + [asked(book, entry, "at_most", 0) for entry in sorted(others)]


def fewest_additions(encoded: EncodedProblem) -> LinearExpr:
    """The negative number of copies, models and placings added, to be maximised."""
    added = [candidate.count + candidate.size for candidate in encoded.tree.added()]
    unsaid = [
        candidate
        for candidate in encoded.tree.candidates
        if candidate.selection and not candidate.selection.size
    ]
    sizes = [candidate.size for candidate in unsaid]
    return total([*added, *sizes, encoded.tree.placements.made()]).times(-1)
