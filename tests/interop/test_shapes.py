"""Every shipped army, nested as the data of other builders nest it, comes back as it was."""

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from listbuilder.interop.opening import load_roster
from listbuilder.interop.programs import read_foreign
from listbuilder.model.roster import Roster
from listbuilder.rules.army import Node
from listbuilder.rules.evaluate import Judge, judge_of
from tests.interop.exports import exported, in_the_field, to_json, to_xml
from tests.shipped import LIBRARY

ROSTERS = [*LIBRARY.rosters("mesbg"), *LIBRARY.rosters("warhammer")]


def shape(judge: Judge, roster: Roster) -> list[Any]:
    """What is there, in any order."""

    def held(nodes: Sequence[Node]) -> list[Any]:
        return sorted(
            (
                [
                    node.selection.entry,
                    node.place.slot.id if node.place.slot else "",
                    node.count,
                    node.size,
                    node.selection.name or "",
                    held(node.children),
                ]
                for node in nodes
            ),
            key=repr,
        )

    return held(judge.lay_out(roster).root.children)


@pytest.mark.parametrize("write", [to_json, to_xml])
def test_every_selection_and_every_point_is_understood(write: Any) -> None:
    wrong: dict[str, Any] = {}
    lists: set[str] = set()
    for path in ROSTERS:
        loaded = load_roster(path, LIBRARY)
        judge = judge_of(loaded.book)
        roster = in_the_field(judge, loaded.roster)
        imported = read_foreign(write(exported(judge, roster)), path.name, LIBRARY)
        lists |= imported.roster.catalogues.keys()
        said = [finding.message for finding in imported.findings()]
        there, here = shape(judge, imported.roster), shape(judge, roster)
        if said or there != here:
            wrong[path.name] = said or (there, here)
        assert imported.roster.limits == {
            name: limit for name, limit in roster.limits.items() if name == "points"
        }
        assert imported.roster.name == roster.name
        assert judge.evaluate(attrs.evolve(imported.roster, choices=roster.choices)).costs == (
            judge.evaluate(roster).costs
        )
    assert wrong == {}
    assert lists >= {*LIBRARY.catalogues("mesbg"), *LIBRARY.catalogues("warhammer")}
