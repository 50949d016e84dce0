"""What a remedy gives up, as a repair weighs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from listbuilder.editing.army_kinds import is_kind, saying_kind, weight_of
from listbuilder.editing.leaders import is_mark, leaders
from listbuilder.model.language import Number, Value
from listbuilder.model.memo import Memo
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.rules.places import Place

SHARE_PER_KIND = Fraction(1, 20)
"""A change of the army's kind, such as another leader, counts this part of the army's worth."""

A_CHANGE = Fraction(3, 500)
"""The part of the army that a remedy must save for each change that it has more than another."""

A_POST = Fraction(1, 200)
"""The part of the army that a post counts from which models are taken off: who is one too many on a
tower leaves it, rather than all nine of his unit."""


class RemedyWeights:
    """Weighs changes of one roster."""

    def __init__(self, verdict: Verdict, judge: Judge) -> None:
        """Weigh nothing yet.

        Args:
            verdict: the judge's verdict on the roster before any change.
            judge: the judge of the roster's book.
        """
        self._verdict = verdict
        self._judge = judge
        self._of_kind: Memo[Place, int] = Memo(lambda at: weight_of(at) if is_kind(at) else 0)
        self._is_free: Memo[Place, bool] = Memo(lambda place: _costs_nothing(place, verdict))

    def given_up(self, after: Verdict) -> Number:
        """The worth that a change gives up: the loss, and a quarter of what is bought.

        A free model is worth the mean cost of a copy. In an army without costs models are counted.
        ``SHARE_PER_KIND`` counts besides for each leader (``editing.leaders``) who goes, and for
        each selection that says of which kind the army is (``editing.army_kinds``) and goes; and
        ``A_POST`` for each post that models leave, such as a garrison.
        """
        costs = self._verdict.costs
        come = self._free(after) - self._free(self._verdict)
        if not any(costs.values()):
            more: list[Number] = [come]
        else:
            more = [cost - costs.get(name, 0) for name, cost in after.costs.items()]
            copies = sum(node.count for node in self._verdict.army.nodes)
            more.append(min(0, come) * Fraction(sum(costs.values())) / max(1, copies))
        given_up: Number = sum(by / Fraction(4) if by > 0 else -by for by in more)
        lost = self._leaders_gone(after)
        gone = self._kinds - self._kinds_in(after.army.nodes)
        lost += sum(number * weight for (_, weight), number in gone.items())
        left = max(0, _posts(self._verdict) - _posts(after))
        return given_up + lost * self.share(SHARE_PER_KIND) + left * self.share(A_POST)

    def pieces_gone(self, after: Verdict) -> int:
        """The copies of pieces, such as models and engines, that go; negative where more come."""
        return self._pieces - _pieces(after)

    @cached_property
    def _pieces(self) -> int:
        return _pieces(self._verdict)

    def share(self, part: Fraction) -> Number:
        """A part of the army's costs, of their limits if greater; without costs, of its models."""
        costs, limits = self._verdict.costs, self._verdict.army.limits
        whole = sum(max(cost, limits.get(name, 0)) for name, cost in costs.items())
        return part * (whole or self._free(self._verdict))

    @cached_property
    def _kinds(self) -> Counter[tuple[str, int]]:
        return self._kinds_in(saying_kind(self._verdict.army.nodes))

    def _kinds_in(self, nodes: Iterable[Node]) -> Counter[tuple[str, int]]:
        """The entries that say of which kind an army is, each with its shares (``weight_of``)."""
        weighed = ((node, self._of_kind[node.place]) for node in nodes)
        return Counter((node.selection.entry, weight) for node, weight in weighed if weight)

    def _leaders_gone(self, after: Verdict) -> int:
        """The number of leaders who go. Of two alike one may go: the other is as good."""
        there = Counter(map(_post_of, after.army.nodes))
        posts = {post for post, number in self._posts_of_leaders.items() if there[post] < number}
        if not posts:
            return 0
        alike = [node.selection for node in after.army.nodes if _post_of(node) in posts]
        return sum(_post_of(one) in posts and one.selection not in alike for one in self._leaders)

    @cached_property
    def _leaders(self) -> list[Node]:
        return leaders(self._judge, self._verdict)

    @cached_property
    def _posts_of_leaders(self) -> Counter[tuple[str, ...]]:
        """The number of selections like each leader."""
        led = {*map(_post_of, self._leaders)}
        return Counter(post for post in map(_post_of, self._verdict.army.nodes) if post in led)

    def _free(self, verdict: Verdict) -> int:
        """The number of free models."""
        return sum(node.count for node in verdict.army.nodes if self._is_free[node.place])


def _posts(verdict: Verdict) -> int:
    """The number of posts: parts of units that stand at another selection."""
    placed = (node for nodes in verdict.army.placed.values() for node in nodes)
    return sum(bool(node.size) for node in placed)


def _pieces(verdict: Verdict) -> int:
    places = ((node.count, node.place) for node in verdict.army.nodes)
    return sum(count for count, at in places if at.is_piece)


def _post_of(node: Node) -> tuple[str, ...]:
    """The entry of a selection, and of the bearer of a mark."""
    holder = node.holder if is_mark(node) else None
    return node.selection.entry, holder.selection.entry if holder is not None else ""


def _costs_nothing(place: Place, verdict: Verdict) -> bool:
    """Whether a model costs nothing at its place."""
    return place.is_piece and all(place.value(name) in (None, Value()) for name in verdict.costs)
