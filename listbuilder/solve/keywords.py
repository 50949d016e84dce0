"""Which keywords a spot has once changes and mounts have moved them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.model.language import ALWAYS
from listbuilder.solve.linear import FALSE, TRUE, Lit
from listbuilder.solve.spots import Spot

if TYPE_CHECKING:
    from listbuilder.solve.compile import Compiler


class Keywords:
    """Settles keywords, once for each spot."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.program = compiler.program
        self.judge = compiler.judge
        self.moving = compiler.judge.compiler.moving
        self._known: dict[tuple[Spot, str], Lit] = {}
        self._becoming: dict[Spot, list[tuple[Lit, str]]] = {}
        self._families = {
            name: keyword.family for name, keyword in compiler.judge.book.keywords.items()
        }

    def is_called(self, spot: Spot, name: str, own: bool = False) -> Lit:
        """Whether a spot has a keyword, as it is or as changes made it."""
        if own or name not in self.moving:
            return TRUE if name in spot.place.keywords else FALSE
        if (spot, name) not in self._known:
            self._known[spot, name] = self._settle(spot, name)
        return self._known[spot, name]

    def _settle(self, spot: Spot, name: str) -> Lit:
        """Of the keywords of one family the last one given stays."""
        given = [(TRUE, own) for own in spot.place.names] + self._given(spot)
        family = self._families.get(name)
        ways = []
        for index, (lit, own) in enumerate(given):
            if own == name:
                later = [
                    ~other
                    for other, rival in given[index + 1 :]
                    if family and rival != name and self._families.get(rival) == family
                ]
                ways.append(self.program.all_of((lit, *later)))
        return self.program.any_of(ways)

    def _given(self, spot: Spot) -> list[tuple[Lit, str]]:
        """Keywords that changes give, in file order, then those that what it holds gives."""
        if spot is self.compiler.tree.root:
            return []
        if spot not in self._becoming:
            given: list[tuple[Lit, str]] = []
            for part in self.judge.book.parts():
                for change in part.changes:
                    tests = (change.for_, change.when or ALWAYS)
                    lit = self.program.all_of(
                        [self.compiler.test(test, spot, own=True) for test in tests]
                    )
                    given += [(lit, name) for name in change.becomes if lit != FALSE]
            mounts = [child for child in spot.children if child.place.becomes]
            if len(mounts) > 1:
                mounts.sort(key=lambda child: self.judge.rank(child.place))
            given += [(mount.there, name) for mount in mounts for name in mount.place.becomes]
            self._becoming[spot] = given
        return self._becoming[spot]

    def keys(self, spot: Spot, per: str, own: bool) -> Iterator[tuple[str, Lit]]:
        """Yield the entry, or the keywords of a family, that ``per`` asks once for."""
        entry = spot.place.entry
        if entry is None:
            return
        if per == "entry":
            yield entry.id, TRUE
            return
        for name, family in self._families.items():
            if family == per and (lit := self.is_called(spot, name, own)) != FALSE:
                if lit != TRUE and spot.lump:
                    self.compiler.refuse(spot)
                yield name, lit
