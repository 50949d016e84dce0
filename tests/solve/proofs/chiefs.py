"""A game of chiefs and guards, and rules of their numbers."""

from listbuilder.solve.proofs.obligations import WitnessStore, obligations_of
from tests.rules.small import Json, judge

ENTRIES: dict[str, Json] = {"chief": {}, "guard": {}}


def rule(name: str, entry: str, **compared: object) -> Json:
    return {"id": name, "for": "roster", "require": {"count": {"entry": entry}, **compared}}


LED = rule("led", "chief", at_least=1)


FEW = rule("few", "guard", at_most=2)


NONE = rule("none", "guard", at_most=0)


GAME = judge(ENTRIES, constraints=(LED, FEW))


def store() -> WitnessStore:
    return WitnessStore(GAME, obligations_of(GAME.book))
