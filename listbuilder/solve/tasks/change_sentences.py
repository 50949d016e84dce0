"""The changes of a repair as sentences."""

from __future__ import annotations

from listbuilder.editing.distinct_names import numbered
from listbuilder.loading.names import quoted
from listbuilder.messages import gettext, joined, ngettext
from listbuilder.solve.outcomes import RosterChange

MOST_NAMED = 4
"""The most contents that a sentence names of those that go with a removed selection.

More are told as "everything in it", or "everything left in it" where something is moved elsewhere.
"""


def change_sentence(change: RosterChange) -> str:
    """Say a change: ``reduce 1.2.1 Sapper (Foreman) from 12 to 10, and with them 2 × Rope``."""
    holder = (" (", change.holder, ")") if change.holder else ()
    number = numbered(change.number)
    one = joined("", (number, change.name, *holder))
    many = joined("", (number, _copies(change.before, change.name), *holder))
    to = change.to or gettext("the army")
    before, after = change.before, change.after
    said: str = gettext("remove {unit}", unit=many)
    match change.done:
        case "reduce" if not change.is_whole:
            said = gettext("remove {some} of {unit}", some=before - after, unit=one)
        case "reduce":
            said = gettext(
                "reduce {unit} from {before} to {after}", unit=one, before=before, after=after
            )
        case "limit" if not change.before:
            said = gettext("set {title} to {after}", title=change.name, after=after)
        case "limit":
            said = gettext(
                "set {title} from {before} to {after}",
                title=change.name,
                before=before,
                after=after,
            )
        case "choose":
            said = gettext(
                "set {title} from {before} to {after}",
                title=change.name,
                before=change.holder or "–",
                after=change.to,
            )
        case "raise":
            said = gettext(
                "raise {unit} from {before} to {after}", unit=one, before=before, after=after
            )
        case "resize":
            said = ngettext(
                "change {unit} from {before} to {after} model",
                "change {unit} from {before} to {after} models",
                after,
                unit=one,
                before=before,
                after=after,
            )
        case "move":
            said = gettext("move {unit} to {holder}", unit=many, holder=to)
            if after < before:
                said = gettext("move {some} of {unit} to {holder}", some=after, unit=one, holder=to)
        case "split":
            said = gettext(
                "split {some} off {unit}, as a selection of its own", some=after, unit=one
            )
        case "place":
            said = gettext("take {unit} off {place}", unit=many, place=change.at)
            if change.to:
                said = gettext("place {unit} at {place}", unit=many, place=change.to)
        case "add":
            what: str = _copies(after, change.name)
            if change.models:
                what = gettext("{unit} of {models}", unit=what, models=change.models)
            said = gettext("add {unit} to {holder}", unit=what, holder=to)
            if change.again:
                said = gettext("{change} as {id}", change=said, id=quoted(change.again))
    if change.done == "remove" and len(change.along) > MOST_NAMED:
        if change.is_whole and change.stood:
            return gettext(
                "{change}, with everything in it, and {count} that stood there",
                change=said,
                count=change.stood,
            )
        if change.is_whole:
            return gettext("{change}, with everything in it", change=said)
        return gettext("{change}, with everything left in it", change=said)
    along = joined(", ", [_copies(number, name) for number, name in change.along])
    if change.takes_over:
        holders = joined(gettext(" and "), change.takes_over)
        taken = gettext("all that is left in {holder}", holder=holders)
        along = joined(", ", (along, taken)) if along else taken
    if along and change.done == "reduce":
        return gettext("{change}, and with them {others}", change=said, others=along)
    if along:
        said = gettext("{change}, with {others}", change=said, others=along)
    if change.done == "add" and change.at:
        return gettext("{change}, and place it at {place}", change=said, place=change.at)
    return said


def _copies(number: int, name: str) -> str:
    return joined(" × ", (str(number), name)) if number > 1 else name
