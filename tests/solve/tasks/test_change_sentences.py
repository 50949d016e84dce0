"""Changes, said in a sentence each."""

import attrs
import pytest

from listbuilder.solve.outcomes import RosterChange
from listbuilder.solve.tasks.change_sentences import change_sentence


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            RosterChange(
                "reduce", "Sapper", "1.2.1", "Foreman", before=12, after=10, along=((2, "Rope"),)
            ),
            "reduce 1.2.1 Sapper (Foreman) from 12 to 10, and with them 2 × Rope",
        ),
        (RosterChange("raise", "Orc", "1", before=9, after=12), "raise 1. Orc from 9 to 12"),
        (RosterChange("remove", "Orc", "1", before=2), "remove 1. 2 × Orc"),
        (
            RosterChange("reduce", "Orc", "1", before=5, after=3, is_whole=False),
            "remove 2 of 1. Orc",
        ),
        (
            RosterChange("resize", "Mob", "2", before=10, after=9),
            "change 2. Mob from 10 to 9 models",
        ),
        (
            RosterChange("resize", "Mob", "2", before=10, after=1),
            "change 2. Mob from 10 to 1 model",
        ),
        (RosterChange("move", "Orc", "1.1", "Chief", "2. Chief", 1, 1),
         "move 1.1 Orc (Chief) to 2. Chief"),
        (RosterChange("move", "Orc", "1.1", "Chief", "2. Chief", 12, 2),
         "move 2 of 1.1 Orc (Chief) to 2. Chief"),
        (RosterChange("move", "Orc", "1.1", "Chief", "", 1, 1),
         "move 1.1 Orc (Chief) to the army"),
        (
            RosterChange("split", "Chief", "1", before=2, after=1),
            "split 1 off 1. Chief, as a selection of its own",
        ),
        (RosterChange("place", "Crew", "1", at="2. Hut", before=1), "take 1. Crew off 2. Hut"),
        (RosterChange("place", "Crew", "1", to="Gate", before=1), "place 1. Crew at Gate"),
        (RosterChange("add", "Orc", to="1. Chief", after=2), "add 2 × Orc to 1. Chief"),
        (RosterChange("add", "Mob", after=1, models=7, along=((1, "Drum"),)),
         "add Mob of 7 to the army, with Drum"),
        (RosterChange("add", "Mob", after=1, models=7, along=((1, "Drum"),), at="2. Hut"),
         "add Mob of 7 to the army, with Drum, and place it at 2. Hut"),
        (RosterChange("limit", "Points", before=250, after=290), "set Points from 250 to 290"),
        (RosterChange("choose", "Side", to="Walls"), "set Side from – to Walls"),
        (RosterChange("choose", "Side", holder="Field", to="Walls"),
         "set Side from Field to Walls"),
    ],
    ids=lambda given: given.done if isinstance(given, RosterChange) else given,
)  # fmt: skip
def test_each_kind_of_change_has_a_sentence(change: RosterChange, said: str) -> None:
    assert change_sentence(change) == said


def test_many_contents_that_go_are_told_together() -> None:
    held = tuple((1, name) for name in ("Bow", "Axe", "Orc", "Horn", "Flag"))
    gone = RosterChange("remove", "Chief", "1", before=1, along=held)
    assert change_sentence(gone) == "remove 1. Chief, with everything in it"
    parted = attrs.evolve(gone, is_whole=False)
    assert change_sentence(parted) == "remove 1. Chief, with everything left in it"
    assert change_sentence(attrs.evolve(gone, along=held[:2])) == "remove 1. Chief, with Bow, Axe"


@pytest.mark.parametrize(
    ("stood", "said"),
    [
        (0, "remove 1. Fort, with everything in it"),
        (3, "remove 1. Fort, with everything in it, and 3 that stood there"),
    ],
)
def test_who_stood_at_something_that_goes_is_told(stood: int, said: str) -> None:
    held = tuple((1, name) for name in ("Gate", "Wall", "Tower", "Moat", "Well"))
    change = RosterChange("remove", "Fort", "1", before=1, along=held, stood=stood)
    assert change_sentence(change) == said
