"""Checks of slots' bounds: those that can't be kept, and those that do nothing."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.lint.reachability import OfferEdge, Reachability
from listbuilder.loading.json_pointer import token
from listbuilder.messages import gettext
from listbuilder.model.entries import Group, Offer, Size, Slot
from listbuilder.model.language import Number, Quantity

UNBOUNDED = 10**18
"""A number above all bounds that a file can have."""


@attrs.frozen
class SlotBounds:
    """Numeric bounds; bounds that depend on the roster are taken for absent.

    Attributes:
        least, most: the bounds; ``exactly`` is both.
        keys: the keys that give them.
    """

    least: Number
    most: Number
    least_key: str
    most_key: str


def bounds_of(node: Slot | Offer | Group) -> SlotBounds:
    """Read the bounds of a slot, an offer or a group."""
    least = plain_number(node.min) or 0
    most = plain_number(node.max)
    exactly = plain_number(node.exactly)
    least_key, most_key = "min", "max"
    if exactly is not None and exactly > least:
        least, least_key = exactly, "exactly"
    if exactly is not None and (most is None or exactly < most):
        most, most_key = exactly, "exactly"
    return SlotBounds(least, UNBOUNDED if most is None else most, least_key, most_key)


def plain_number(quantity: Quantity | None) -> Number | None:
    """Give a quantity that is a plain number; None for others."""
    if quantity is None:  # the usual case; a union takes longer to ask
        return None
    return quantity if isinstance(quantity, Number) else None


def bounds(game: Game) -> Iterator[Diagnostic]:
    """Yield bounds that contradict each other, and those that another bound makes idle."""
    for at, size in game.of(Size):
        least, most = plain_number(size.min), plain_number(size.max)
        if least is not None and most is not None and least > most:
            yield at.diagnostic(
                "min-over-max",
                gettext("The least, {least}, is over the most, {most}.", least=least, most=most),
                "/min",
            )
    for at, slot in game.of(Slot):
        whole = bounds_of(slot)
        yield from _own(at, slot)
        yield from _each(at, slot.each_max, whole.most)
        for index, offer in enumerate(slot.offers):
            yield from _own(Location(at.file, f"{at.pointer}/offers/{index}"), offer)
            single = len(offer.test.entry) == 1
            each = plain_number(slot.each_max) if single else None
            within = min(whole.most, UNBOUNDED if each is None else each)
            yield from _within(
                Location(at.file, f"{at.pointer}/offers/{index}"), offer, whole, within
            )
        for index, group in enumerate(slot.groups):
            inner = Location(at.file, f"{at.pointer}/groups/{index}")
            yield from _own(inner, group)
            yield from _within(inner, group, whole, whole.most)
            yield from _each(inner, group.each_max, bounds_of(group).most)
            for name, bound in group.budget.items():
                own, outer = plain_number(bound), plain_number(slot.budget.get(name))
                if own is not None and outer is not None and own >= outer:
                    message = gettext("The whole slot's budget is {outer}.", outer=outer)
                    yield inner.diagnostic("idle-bound", message, f"/budget/{token(name)}")
        needed = sum(bounds_of(offer).least for offer in slot.offers)
        if needed > whole.most and len(slot.offers) > 1:
            message = gettext(
                "Its offers need {needed}, and at most {most} fit.", needed=needed, most=whole.most
            )
            yield at.diagnostic("min-over-max", message, f"/{whole.most_key}")


def _own(at: Location, node: Slot | Offer | Group) -> Iterator[Diagnostic]:
    """Yield problems of the bounds of one node by themselves."""
    least, most, exactly = (
        plain_number(node.min),
        plain_number(node.max),
        plain_number(node.exactly),
    )
    if least == 0:
        yield at.diagnostic("idle-bound", gettext("There are never fewer than 0."), "/min")
    if most is not None and most <= 0:
        yield at.diagnostic(
            "unfillable-slot",
            gettext("At most {most}: nothing ever stands here.", most=most),
            "/max",
        )
    if exactly is not None and exactly <= 0:
        message = gettext("Exactly {exactly}: nothing ever stands here.", exactly=exactly)
        yield at.diagnostic("unfillable-slot", message, "/exactly")
    if least is not None and most is not None and least > most > 0:
        yield at.diagnostic(
            "min-over-max",
            gettext("The least, {least}, is over the most, {most}.", least=least, most=most),
            "/min",
        )
    if exactly is not None and exactly > 0:
        for key, bound, fits in (
            ("min", least, least is None or least <= exactly),
            ("max", most, most is None or most >= exactly),
        ):
            if bound is not None:
                code = "idle-bound" if fits else "min-over-max"
                yield at.diagnostic(
                    code, gettext("It is exactly {exactly} already.", exactly=exactly), f"/{key}"
                )


def _within(
    at: Location, node: Offer | Group, whole: SlotBounds, most: Number
) -> Iterator[Diagnostic]:
    """Yield bounds of an offer or a group that contradict those of the slot, or do nothing."""
    inner = bounds_of(node)
    if inner.least > whole.most:
        message = gettext(
            "The least, {least}, is over the slot's most, {most}.",
            least=inner.least,
            most=whole.most,
        )
        yield at.diagnostic("min-over-max", message, f"/{inner.least_key}")
    elif most <= inner.most < UNBOUNDED and inner.most_key == "max":
        message = gettext("The slot takes at most {most} of it already.", most=most)
        yield at.diagnostic("idle-bound", message, "/max")


def _each(at: Location, each_max: Quantity | None, most: Number) -> Iterator[Diagnostic]:
    each = plain_number(each_max)
    if each is not None and each <= 0:
        message = gettext("At most {each} of each: nothing ever stands here.", each=each)
        yield at.diagnostic("unfillable-slot", message, "/each_max")
    elif each is not None and each >= most:
        message = gettext("At most {most} are there in all.", most=most)
        yield at.diagnostic("idle-bound", message, "/each_max")


def unfillable(game: Game, reachability: Reachability) -> Iterator[Diagnostic]:
    """Yield slots, offers and groups whose least is more than is on offer."""
    edges: dict[int, list[OfferEdge]] = {}
    slots: dict[int, Slot] = {}
    for edge in reachability.edges:
        edges.setdefault(id(edge.slot), []).append(edge)
        slots[id(edge.slot)] = edge.slot
    for key, slot in slots.items():
        at = game.where(slot)
        yield from _short(at, bounds_of(slot), _on_offer(edges[key], reachability))
        for index, offer in enumerate(slot.offers):
            own = [edge for edge in edges[key] if edge.offer is offer]
            inner = Location(at.file, f"{at.pointer}/offers/{index}")
            yield from _short(inner, bounds_of(offer), _on_offer(own, reachability))
        for index, group in enumerate(slot.groups):
            own = [
                edge
                for edge in edges[key]
                if reachability.passes(group.test, edge.slotted) is not False
            ]
            inner = Location(at.file, f"{at.pointer}/groups/{index}")
            yield from _short(inner, bounds_of(group), _on_offer(own, reachability))


def _short(at: Location, bounds: SlotBounds, on_offer: Number) -> Iterator[Diagnostic]:
    if bounds.least > on_offer:
        message = gettext(
            "It needs {least}, and at most {on_offer} are on offer.",
            least=bounds.least,
            on_offer=on_offer,
        )
        yield at.diagnostic("unfillable-slot", message, f"/{bounds.least_key}")


def _on_offer(edges: list[OfferEdge], reachability: Reachability) -> Number:
    """Give the most copies that these edges bring into the slot, over all its holders."""
    offers = {id(edge.offer): edge.offer for edge in edges}
    by_offer = {key: bounds_of(offer).most for key, offer in offers.items()}
    by_holder: dict[tuple[str, str], Number] = {}
    for edge in edges:
        most = min(
            [
                by_offer[id(edge.offer)],
                plain_number(edge.slot.each_max) or UNBOUNDED,
                *reachability.entries[edge.home].caps.values(),
            ]
        )
        by_holder[edge.holder] = by_holder.get(edge.holder, 0) + most
    return max(by_holder.values(), default=0)
