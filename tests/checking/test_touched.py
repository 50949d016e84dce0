"""Rosters that hold nothing that changed are not judged: of those that do, none is missed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from listbuilder.checking import effects as module
from listbuilder.checking.effects import effects
from listbuilder.loading.isolation import Isolation
from listbuilder.loading.version_pairs import two_versions
from tests.shipped import LIBRARY

GAME = LIBRARY.rosters("mesbg")[0].parents[1]


def entry(data: Any, name: str) -> Any:
    return next(one for one in data["entries"] if one["id"] == name)


def dearer(data: Any) -> None:
    entry(data, "orc-warrior")["values"]["points"] += 1


def liked(data: Any) -> None:
    name = next(one["like"] for one in data["entries"] if "like" in one)
    entry(data, name).setdefault("values", {})["points"] = 99


def renamed(data: Any) -> None:
    entry(data, "orc-captain")["name"] = "Orc Chief"


def gone(data: Any) -> None:
    data["entries"] = [one for one in data["entries"] if one["id"] != "orc-captain"]


def ruled(data: Any) -> None:
    data["constraints"] = data.get("constraints", [])[1:]


def told(data: Any) -> None:
    data["summary"], data["version"] = "Otherwise.", "2.0.0"


CHANGES: list[tuple[str, Callable[[Any], None]]] = [
    ("mordor", dearer),
    ("mordor", liked),
    ("mordor", renamed),
    ("mordor", gone),
    ("mordor", told),
    ("ruleset", ruled),
]


def test_what_is_not_judged_does_not_change(tmp_path: Path, monkeypatch: Any) -> None:
    untouched: dict[str, int] = {}
    for name, change in CHANGES:
        folder = tmp_path / change.__name__
        shutil.copytree(GAME, folder / "mesbg", ignore=shutil.ignore_patterns("rosters", "events"))
        path = folder / "mesbg" / f"{name}.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        change(data)
        path.write_text(json.dumps(data), encoding="utf-8")
        with two_versions(str(GAME), str(folder / "mesbg"), LIBRARY) as (old, new):
            some = effects(LIBRARY.rosters("mesbg"), old, new, Isolation())
            with monkeypatch.context() as patch:
                patch.setattr(module, "Touched", lambda *_: lambda _: True)
                every = effects(LIBRARY.rosters("mesbg"), old, new, Isolation())
        assert every.untouched == 0
        assert [attrs.asdict(one) for one in some.looked if one.changed] == [
            attrs.asdict(one) for one in every.looked if one.changed
        ]
        untouched[change.__name__] = some.untouched
    assert untouched["told"] == 17
    assert untouched["ruled"] == 0
    assert 0 < untouched["dearer"] < 17
