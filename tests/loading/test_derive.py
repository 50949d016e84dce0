"""What entries have from their keywords: profiles and rules."""

from typing import Any

from listbuilder.loading.derive import derive
from listbuilder.loading.structuring import structure
from listbuilder.model.entries import Entry, Keyword
from listbuilder.model.language import Names
from listbuilder.model.profiles import Named
from listbuilder.model.ruleset import Catalogue

KEYWORDS: dict[str, Any] = {
    "bow": {
        "family": "arm",
        "profiles": [
            {"type": "weapon", "name": "Bow", "values": {"range": 24, "strength": 3}},
            {"type": "weapon", "name": "Fire arrow", "values": {"range": 12, "strength": 4}},
        ],
        "rules": ["Volley", "Slow"],
    },
    "sling": {
        "family": "arm",
        "profiles": [{"type": "weapon", "name": "Sling", "values": {"range": 18, "strength": 3}}],
    },
    "elf": {
        "profiles": [{"type": "weapon", "name": "Bow", "values": {"range": 30, "strength": 5}}],
        "rules": ["Keen", "Volley"],
    },
    "plain": {},
}
MAN = {"type": "model", "name": "Man", "values": {"move": 4}}


def derived(*entries: dict[str, Any]) -> dict[str, Entry]:
    """Entries of a catalogue as their keywords complete them."""
    data = {
        "id": "army",
        "ruleset": "game",
        "name": "Army",
        "version": "1",
        "keywords": KEYWORDS,
        "entries": [{"name": entry["id"].title(), **entry} for entry in entries],
    }
    part = structure(data, Catalogue)
    return {entry.id: entry for entry in derive(part.entries, part.keywords)}


def weapons(entry: Entry) -> list[tuple[str | None, dict[str, int | str]]]:
    return [(one.name, dict(one.values)) for one in entry.profiles if one.type == "weapon"]


BOWS = [("Bow", {"range": 24, "strength": 3}), ("Fire arrow", {"range": 12, "strength": 4})]


def test_an_entry_gets_its_keywords_profiles_after_its_own() -> None:
    data = {"id": "archer", "is": ["plain", "bow"], "profiles": [MAN], "rules": ["Slow"]}
    archer = derived(data)["archer"]
    assert [profile.name for profile in archer.profiles] == ["Man", "Bow", "Fire arrow"]
    assert weapons(archer) == BOWS
    assert archer.rules == (Named("Slow"), Named("Volley"))


def test_its_own_profile_of_the_same_type_and_name_goes_before_column_by_column() -> None:
    own = {"type": "weapon", "name": "Bow", "values": {"range": 16}}
    same_name = {"type": "model", "name": "Bow", "values": {"move": 1}}
    archer = derived({"id": "a", "is": "bow", "profiles": [same_name, own, MAN]})["a"]
    assert [(one.type, one.name) for one in archer.profiles] == [
        ("model", "Bow"),
        ("weapon", "Bow"),
        ("model", "Man"),
        ("weapon", "Fire arrow"),
    ]
    assert weapons(archer) == [("Bow", {"range": 16, "strength": 3}), BOWS[1]]
    assert archer.profiles[0].values == {"move": 1}


def test_of_two_keywords_that_give_the_same_the_first_holds() -> None:
    entries = derived({"id": "one", "is": ["bow", "elf"]}, {"id": "two", "is": ["elf", "bow"]})
    assert weapons(entries["one"]) == BOWS
    assert weapons(entries["two"]) == [("Bow", {"range": 30, "strength": 5}), BOWS[1]]
    assert entries["one"].rules == (*map(Named, ("Volley", "Slow", "Keen")),)
    assert entries["two"].rules == (*map(Named, ("Keen", "Volley", "Slow")),)


def test_a_keyword_that_another_of_its_family_displaces_gives_nothing() -> None:
    entries = derived(
        {"id": "archer", "is": "bow", "profiles": [MAN]},
        {"id": "slinger", "like": "archer", "is": "sling"},
        {"id": "both", "is": ["bow", "sling"]},
    )
    for name in ("slinger", "both"):
        assert weapons(entries[name]) == [("Sling", {"range": 18, "strength": 3})]
        assert entries[name].rules == ()
    assert entries["slinger"].profiles[0].name == "Man"


def test_like_takes_what_is_written_not_what_keywords_gave() -> None:
    """Else the profiles of a longer list would be merged with those of another place."""
    entries = derived(
        {"id": "archer", "is": "bow"},
        {"id": "elf", "like": "archer", "is": "elf", "profiles": [MAN]},
    )
    assert [profile.name for profile in entries["elf"].profiles] == ["Man", "Bow", "Fire arrow"]
    assert weapons(entries["elf"]) == BOWS


def test_an_entry_that_gets_nothing_is_left_as_it_is() -> None:
    man = Entry("man", "Man", is_=Names(("plain",)))
    keywords = {"plain": Keyword(), "bow": Keyword(rules=(Named("Volley"),))}
    assert derive((man,), keywords)[0] is man
