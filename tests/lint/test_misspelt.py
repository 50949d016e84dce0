"""Names that are probably misspelt are found in a game of any size."""

from hashlib import sha256
from pathlib import Path

from listbuilder.lint.run import Linter
from tests.lint.small_games import SOURCE, army_list, ruleset, written


def word(number: int) -> str:
    return sha256(str(number).encode()).hexdigest()[:12].capitalize()


def test_a_slip_is_found_among_many_names(tmp_path: Path) -> None:
    often, rare = (
        [word(number) for number in range(500)],
        [word(-number) for number in range(1, 500)],
    )
    entry = {"name": "Man", "is": "man", "wargear": often, "source": SOURCE}
    slips = [
        often[7][:-1],
        often[9].swapcase(),
        f"{often[11]}x",
        often[13][:3] + "x" + often[13][4:],
    ]
    game = ruleset(
        "many",
        keywords={"man": {}},
        slots=[{"id": "men", "title": "Men", "offers": [{"is": "man"}]}],
        entries=[
            *({**entry, "id": f"man-{number}"} for number in range(3)),
            {**entry, "id": "man-4", "wargear": [*rare, *slips]},
        ],
    )
    written(tmp_path, game, army_list("many", "north"))
    told = [
        found.message.split("“")[1].split("”")[0]
        for one in Linter(proofs=False).lint([tmp_path / "many"])
        for found in one.findings
        if found.code == "rare-name"
    ]
    assert told == slips
