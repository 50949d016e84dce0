"""The ways to break a file, by what they do; see ``mutations`` for how they are used."""

from __future__ import annotations

from typing import Any

from tests.lint.mutations import (
    TEXT_WAYS,
    Path,
    Site,
    Told,
    add_entry,
    add_rule,
    entries,
    first_entry,
    free_slot,
    listed,
    nodes,
    objects,
    offered,
    profiles,
    roster_way,
    slots,
    way,
)

# Form.


@way
def entry_called_otherwise_than_its_id(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["id"] = "xqz"
    return "id-not-the-name", (*path, "id")


@way
def entry_twice(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.data["entries"].append(site.at(path))
    return "duplicate-entry", ("entries", len(site.data["entries"]) - 1, "id")


@way
def key_misspelt(site: Site) -> Told | None:
    path = site.pick(entries(site, "values"))
    if path is None:
        return None
    entry = site.at(path)
    entry["valeus"] = entry.pop("values")
    return "unknown-key", (*path, "valeus")


@way
def number_for_a_name(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["name"] = 5
    return "wrong-type", (*path, "name")


@way
def no_name(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    del site.at(path)["name"]
    return "missing-key", path


@way
def fraction_not_in_lowest_terms(site: Site) -> Told | None:
    path = site.pick(entries(site, "values"))
    if path is None:
        return None
    values = site.at(path)["values"]
    name = next(iter(values))
    values[name] = "2/4"
    return "wrong-value", (*path, "values", name)


@way
def decimal_point(site: Site) -> Told | None:
    path = site.pick(entries(site, "values"))
    if path is None:
        return None
    values = site.at(path)["values"]
    name = next(iter(values))
    values[name] = 2.0
    return "wrong-type", (*path, "values", name)


@way
def no_copies(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["copies"] = 0
    return "wrong-value", (*path, "copies")


@way
def keys_in_another_order(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    entry = site.at(path)
    entry["id"] = entry.pop("id")
    first = next(iter(entry))
    assert first == "name"
    return "key-order", (*path, "id")


@way
def space_at_the_end(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["name"] += " "
    return "untidy-text", (*path, "name")


@way
def empty_paragraph(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["text"] = ["It is so.", ""]
    return "untidy-text", (*path, "text", 1)


@way
def keyword_twice_in_a_list(site: Site) -> Told | None:
    path = site.pick(entries(site, "is"))
    if path is None:
        return None
    entry = site.at(path)
    entry["is"] = [*listed(entry["is"]), listed(entry["is"])[0]]
    return "said-twice", (*path, "is", len(entry["is"]) - 1)


@way
def two_of_a_family(site: Site) -> Told | None:
    families: dict[str, list[str]] = {}
    for name, keyword in site.game.keywords.items():
        if "family" in keyword:
            families.setdefault(keyword["family"], []).append(name)

    def other(entry: Any) -> str | None:
        for name in listed(entry["is"]):
            for mate in families.get(site.game.keywords.get(name, {}).get("family", ""), ()):
                if mate not in listed(entry["is"]):
                    return mate
        return None

    path = site.pick(path for path in entries(site, "is") if other(site.at(path)))
    if path is None:
        return None
    entry = site.at(path)
    entry["is"] = [*listed(entry["is"]), other(entry)]
    return "family-twice", (*path, "is", len(entry["is"]) - 1)


@way
def version_of_two_numbers(site: Site) -> Told | None:
    site.data["version"] = "1.0"
    return "bad-version", ("version",)


@way
def another_id(site: Site) -> Told | None:
    site.data["id"] += "x"
    return "wrong-id", ("id",)


@way
def another_ruleset(site: Site) -> Told | None:
    if "ruleset" not in site.data:
        return None
    site.data["ruleset"] += "x"
    return "wrong-ruleset", ("ruleset",)


@way
def schema_of_another_kind(site: Site) -> Told | None:
    site.data["$schema"] = "../../schemas/roster.schema.json"
    return "wrong-schema", ("$schema",)


@way
def no_schema(site: Site) -> Told | None:
    del site.data["$schema"]
    return "no-schema", ()


@way
def rule_in_capitals(site: Site) -> Told | None:
    rule = {"count": {"entry": first_entry(site)}, "at_most": 7}
    path = add_rule(site, id="Made_For_A_Test", **{"for": "roster", "require": rule})
    return "bad-id", (*path, "id")


@way
def slot_twice(site: Site) -> Told | None:
    path = site.pick(entries(site, "slots"))
    if path is None:
        return None
    held = site.at(path)["slots"]
    held.append(held[0])
    return "duplicate-id", (*path, "slots", len(held) - 1, "id")


# Names that mean nothing.


@way
def keyword_misspelt(site: Site) -> Told | None:
    path = site.pick(entries(site, "is"))
    if path is None:
        return None
    entry = site.at(path)
    names = listed(entry["is"])
    entry["is"] = [*names[:-1], names[-1] + "x"]
    return "unknown-keyword", (*path, "is", len(names) - 1)


@way
def value_misspelt(site: Site) -> Told | None:
    path = site.pick(entries(site, "values"))
    if path is None:
        return None
    values = site.at(path)["values"]
    name = next(iter(values))
    values[name + "x"] = values.pop(name)
    return "unknown-value", (*path, "values", name + "x")


@way
def document_misspelt(site: Site) -> Told | None:
    path = site.pick(entries(site, "source"))
    if path is None:
        return None
    site.at(path)["source"]["document"] += "x"
    return "unknown-document", (*path, "source", "document")


@way
def offer_misspelt(site: Site) -> Told | None:
    path = site.pick(path for path in slots(site) if offered(site.at(path)))
    if path is None:
        return None
    site.at(path)["offers"][0] = "xqz"
    return "unknown-entry", (*path, "offers", 0)


@way
def tested_entry_misspelt(site: Site) -> Told | None:
    path = site.pick(path for path in objects(site, "entry") if "default" not in path)
    if path is None:
        return None
    test = site.at(path)
    alone = isinstance(test["entry"], str)
    test["entry"] = "xqz" if alone else ["xqz", *test["entry"]]
    return "unknown-entry", (*path, "entry") if alone else (*path, "entry", 0)


@way
def slot_of_a_rule_misspelt(site: Site) -> Told | None:
    rule = {"count": {"slot": "xqz"}, "at_most": 1}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "unknown-slot", (*path, "require", "count", "slot")


@way
def place_misspelt(site: Site) -> Told | None:
    rule = {"count": {"in": "rooster"}, "at_most": 1}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "unknown-place", (*path, "require", "count", "in")


@way
def limit_misspelt(site: Site) -> Told | None:
    rule = {"count": {"in": "roster"}, "at_most": {"limit": "xqz"}}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "unknown-limit", (*path, "require", "at_most", "limit")


@way
def choice_misspelt(site: Site) -> Told | None:
    rule = {"count": {"entry": first_entry(site)}, "at_most": 1}
    when = {"choice": {"xqz": "yes"}}
    path = add_rule(site, **{"for": "roster", "when": when, "require": rule})
    return "unknown-choice", (*path, "when", "choice", "xqz")


@way
def family_misspelt(site: Site) -> Told | None:
    rule = {"count": {}, "per": "xqz", "at_most": 1}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "unknown-family", (*path, "require", "per")


@way
def cap_over_nothing(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["caps"] = {"xqz": 1}
    return "unknown-scope", (*path, "caps", "xqz")


@way
def like_nothing(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["like"] = "xqz"
    return "unknown-entry", (*path, "like")


@way
def like_itself(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.at(path)["like"] = site.at(path)["id"]
    return "like-itself", (*path, "like")


@way
def profile_of_no_type(site: Site) -> Told | None:
    path = site.pick(profiles(site))
    if path is None:
        return None
    site.at(path)["type"] += "x"
    return "unknown-profile", (*path, "type")


@way
def column_of_no_type(site: Site) -> Told | None:
    path = site.pick(profiles(site))
    if path is None:
        return None
    site.at(path)["values"]["xqz"] = 1
    return "unknown-column", (*path, "values", "xqz")


@way
def wargear_misspelt(site: Site) -> Told | None:
    path = site.pick(objects(site, "replaces"))
    if path is None:
        return None
    site.at(path)["replaces"] = "Xqz"
    return "unknown-wargear", (*path, "replaces")


# What nothing uses.


@way
def keyword_of_nothing(site: Site) -> Told | None:
    site.data.setdefault("keywords", {})["xqz"] = {"title": "Xqz"}
    return "unused-keyword", ("keywords", "xqz")


@way
def keyword_without_a_use(site: Site) -> Told | None:
    path = site.pick(entries(site, "is"))
    if path is None:
        return None
    site.data.setdefault("keywords", {})["xqz"] = {}
    entry = site.at(path)
    entry["is"] = [*listed(entry["is"]), "xqz"]
    return "idle-keyword", ("keywords", "xqz")


@way
def family_misspelt_at_a_keyword(site: Site) -> Told | None:
    keywords = site.data.get("keywords", {})
    path = site.pick(("keywords", name) for name, said in keywords.items() if "family" in said)
    if path is None:
        return None
    site.at(path)["family"] += "x"
    return "lonely-family", (*path, "family")


@way
def topic_of_a_title_only(site: Site) -> Told | None:
    topics = site.data.setdefault("reference", [])
    topics.append({"id": "xqz", "title": "Xqz", "source": site.source})
    return "empty-topic", ("reference", len(topics) - 1)


@way
def document_of_nothing(site: Site) -> Told | None:
    site.data.setdefault("documents", {})["xqz"] = {"title": "Xqz"}
    return "unused-document", ("documents", "xqz")


@way
def table_that_no_topic_prints(site: Site) -> Told | None:
    tables = site.data.setdefault("tables", [])
    tables.append(
        {
            "id": "xqz",
            "title": "Xqz",
            "dice": "D6",
            "outcomes": [{"rolls": "1-6"}],
            "source": site.source,
        }
    )
    return "unused-table", ("tables", len(tables) - 1, "id")


@way
def entry_that_no_slot_offers(site: Site) -> Told | None:
    if next(entries(site), None) is None:
        return None
    site.data.setdefault("keywords", {})["xqz"] = {"title": "Xqz"}
    path = add_entry(site, **{"is": "xqz"})
    return "unoffered-entry", (*path, "id")


@way
def offer_that_nothing_passes(site: Site) -> Told | None:
    path = site.pick(slots(site))
    if path is None:
        return None
    offers = site.at(path)["offers"]
    name = next(name for name in site.game.keywords if name not in site.game.moving)
    offers.append({"is": name, "not": {"is": name}})
    return "empty-offer", (*path, "offers", len(offers) - 1)


@way
def offer_behind_its_like(site: Site) -> Told | None:
    def takes_all(path: Path) -> bool:
        first = site.at(path)["offers"][0]
        return isinstance(first, str) or not first.keys() & {"under", "choice", "all", "any", "not"}

    path = site.pick(path for path in slots(site) if offered(site.at(path)) and takes_all(path))
    if path is None:
        return None
    offers = site.at(path)["offers"]
    offers.append({"entry": offered(site.at(path))[0]})
    return "hidden-offer", (*path, "offers", len(offers) - 1)


@way
def default_of_another_slot(site: Site) -> Told | None:
    path = free_slot(site)
    if path is None:
        return None
    stray = next(
        entry["id"] for entry in site.data["entries"] if entry["id"] not in offered(site.at(path))
    )
    site.at(path)["default"] = [{"entry": stray}]
    return "default-not-offered", (*path, "default", 0, "entry")


@way
def rule_that_nothing_is_asked(site: Site) -> Told | None:
    name = next(name for name in site.game.keywords if name not in site.game.moving)
    rule = {"count": {"in": "parent"}, "at_most": 0}
    path = add_rule(site, **{"for": {"is": name, "not": {"is": name}}, "require": rule})
    return "matches-nothing", (*path, "for")


@way
def place_that_is_never_there(site: Site) -> Told | None:
    name = next(name for name in site.game.keywords if name not in site.game.moving)
    rule = {"count": {"in": name}, "at_most": 3}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "place-never-there", (*path, "require", "count", "in")


# What is left out.


@way
def entry_without_source(site: Site) -> Told | None:
    path = site.pick(entries(site, "source"))
    if path is None:
        return None
    del site.at(path)["source"]
    return "missing-source", path


@way
def entry_without_kind(site: Site) -> Told | None:
    path = site.pick(entries(site, "is", like=False))
    if path is None:
        return None
    del site.at(path)["is"]
    return "missing-kind", path


@way
def rule_without_source(site: Site) -> Told | None:
    path = add_rule(site, **{"for": "roster", "require": {"count": {}, "at_most": 9}})
    del site.at(path)["source"]
    return "missing-key", path


@way
def slot_without_title(site: Site) -> Told | None:
    path = site.pick(path for path in slots(site) if "title" in site.at(path))
    if path is None:
        return None
    del site.at(path)["title"]
    return "missing-title", path


@way
def figure_without_source(site: Site) -> Told | None:
    figures = site.data.setdefault("figures", [])
    figures.append({"id": "xqz", "title": "Xqz", "quantity": {"count": {}}})
    return "missing-source", ("figures", len(figures) - 1)


@way
def column_dropped(site: Site) -> Told | None:
    brought = [
        (profile["type"], profile.get("name"))
        for keyword in site.game.keywords.values()
        for profile in keyword.get("profiles", ())
    ]  # and what these say need not be said again

    def stands_alone(profile: Any) -> bool:
        return profile["values"] and (profile["type"], profile.get("name")) not in brought

    path = site.pick(path for path in profiles(site) if stands_alone(site.at(path)))
    if path is None:
        return None
    values = site.at(path)["values"]
    del values[site.chance.choice([*values])]
    return "missing-column", (*path, "values")


@way
def columns_swapped(site: Site) -> Told | None:
    def mixed(values: Any) -> tuple[str, str] | None:
        numbers = [name for name, value in values.items() if isinstance(value, int)]
        # A dash or a star may stand in many columns.
        words = [name for name, value in values.items() if str(value).strip("-*0123456789")]
        return (numbers[0], words[0]) if numbers and words else None

    path = site.pick(path for path in profiles(site) if mixed(site.at(path)["values"]))
    if path is None:
        return None
    values = site.at(path)["values"]
    one, other = mixed(values) or ("", "")
    values[one], values[other] = values[other], values[one]
    return "wrong-form", (*path, "values", one)


@way
def entry_without_price(site: Site) -> Told | None:
    def priced(entry: Any) -> bool:
        wanted = {
            value
            for name in listed(entry["is"])
            for value in listed(site.game.keywords.get(name, {}).get("carries", []))
        }
        return bool(wanted & entry["values"].keys())

    likes = {entry.get("like") for entry in site.data.get("entries", ())}
    path = site.pick(
        path
        for path in entries(site, "is", "values", like=False)
        if priced(site.at(path)) and site.at(path)["id"] not in likes
    )
    if path is None:
        return None
    del site.at(path)["values"]
    return "missing-value", path


def _table(site: Site, dice: str, *rolls: str) -> int:
    """Put a table at the end, and a topic that prints it."""
    tables = site.data.setdefault("tables", [])
    outcomes = [{"rolls": one} for one in rolls]
    made = {"id": "xqz", "title": "Xqz", "dice": dice, "outcomes": outcomes, "source": site.source}
    tables.append(made)
    topic = {"id": "xqz", "title": "Xqz", "tables": ["xqz"], "source": site.source}
    site.data.setdefault("reference", []).append(topic)
    return len(tables) - 1


@way
def hole_in_a_table(site: Site) -> Told | None:
    return "roll-missing", ("tables", _table(site, "2D6", "2-6", "8-12"), "outcomes")


@way
def roll_twice(site: Site) -> Told | None:
    return "roll-twice", ("tables", _table(site, "D6", "1-3", "3-6"), "outcomes", 1, "rolls")


@way
def range_off_by_one(site: Site) -> Told | None:
    return "roll-off-dice", ("tables", _table(site, "D6", "1-3", "4-7"), "outcomes", 1, "rolls")


@way
def range_backwards(site: Site) -> Told | None:
    return "bad-rolls", ("tables", _table(site, "D6", "1", "6-2"), "outcomes", 1, "rolls")


@way
def dice_of_nobody(site: Site) -> Told | None:
    return "unknown-dice", ("tables", _table(site, "die", "1-6"), "dice")


@way
def row_without_a_cell(site: Site) -> Told | None:
    topics = site.data.setdefault("reference", [])
    grid = {"columns": ["Few", "Many"], "rows": [["1", "2"], ["3"]]}
    topics.append({"id": "xqz", "title": "Xqz", "grid": grid, "source": site.source})
    return "uneven-row", ("reference", len(topics) - 1, "grid", "rows", 1)


@way
def stretch_beside_its_track(site: Site) -> Told | None:
    tracks = site.data.setdefault("tracks", [])
    span = {"title": "Night", "from": 5, "to": 9}
    track = {"id": "xqz", "title": "Xqz", "from": 1, "to": 8, "spans": [span]}
    tracks.append({**track, "source": site.source})
    return "off-track", ("tracks", len(tracks) - 1, "spans", 0)


@way
def place_of_no_rectangle(site: Site) -> Told | None:
    plans = site.data.setdefault("plans", [])
    places = {"xqz": {"title": "Xqz"}, "xzq": {"title": "Xzq"}}
    sketch = {"rows": [["xqz", "xqz"], ["xzq", "xqz"]], "places": places}
    plan = {"id": "xqz", "title": "Xqz", "for": {"is": next(iter(site.game.keywords))}}
    plans.append({**plan, "sketch": sketch, "source": site.source})
    return "bad-sketch", ("plans", len(plans) - 1, "sketch", "places", "xqz")


# Odds.


def _odds(site: Site, **row: Any) -> tuple[str, int]:
    """Put odds at the end that ask one thing, with a number."""
    odds = site.data.setdefault("odds", [])
    made = {"id": "xqz", "title": "Xqz", "numbers": {"xqz": {"title": "Xqz", "suppose": 4}}}
    odds.append({**made, "rows": [{"title": "Xqz", **row}], "source": site.source})
    return "odds", len(odds) - 1


@way
def number_of_odds_misspelt(site: Site) -> Told | None:
    path = _odds(site, chance={"of": {"dice": "D6"}, "at_least": {"number": "xzq"}})
    return "unknown-number", (*path, "rows", 0, "chance", "at_least", "number")


@way
def number_set_that_is_none(site: Site) -> Told | None:
    path = _odds(site, set={"xzq": 3}, chance={"of": {"dice": "D6"}})
    return "unknown-number", (*path, "rows", 0, "set", "xzq")


@way
def dice_of_odds_misspelt(site: Site) -> Told | None:
    path = _odds(site, spread={"many": 2, "of": {"dice": "xqz"}})
    return "unknown-dice", (*path, "rows", 0, "spread", "of", "dice")


@way
def chart_of_odds_misspelt(site: Site) -> Told | None:
    path = _odds(site, chance={"of": {"chain": [{"chart": "xqz", "row": 1, "column": 1}]}})
    return "unknown-chart", (*path, "rows", 0, "chance", "of", "chain", 0, "chart")


@way
def table_of_odds_misspelt(site: Site) -> Told | None:
    return "unknown-table", (*_odds(site, spread={"table": "xqz"}), "rows", 0, "spread", "table")


@way
def word_that_nothing_says(site: Site) -> Told | None:
    path = _odds(site, chance={"of": {"dice": "D6"}, "exactly": "Xqz"})
    return "unknown-word", (*path, "rows", 0, "chance", "exactly")


@way
def state_that_is_never_reached(site: Site) -> Told | None:
    turns = {"number": "xqz", "from": 1, "to": 2, "start": "a", "states": {"a": "b"}, "until": "c"}
    return "unknown-word", (*_odds(site, turns=turns), "rows", 0, "turns", "until")


@way
def odds_that_ask_nothing(site: Site) -> Told | None:
    return "odds-impossible", _odds(site)


@way
def odds_that_take_too_much_work(site: Site) -> Told | None:
    spread: Any = {"dice": "D6"}
    for _ in range(5):
        spread = {"many": 1000, "of": spread}
    return "odds-over-budget", _odds(site, spread=spread)


# Rules and bounds.


@way
def minimum_over_maximum(site: Site) -> Told | None:
    path = free_slot(site)
    if path is None:
        return None
    site.at(path).update(min=3, max=2)
    return "min-over-max", (*path, "min")


@way
def minimum_over_what_is_on_offer(site: Site) -> Told | None:
    path = free_slot(site)
    if path is None:
        return None
    site.at(path).update(min=len(offered(site.at(path))) + 1, each_max=1)
    return "unfillable-slot", (*path, "min")


@way
def slot_for_nothing(site: Site) -> Told | None:
    path = free_slot(site)
    if path is None:
        return None
    site.at(path)["max"] = 0
    return "unfillable-slot", (*path, "max")


@way
def bound_that_does_nothing(site: Site) -> Told | None:
    path = free_slot(site)
    if path is None:
        return None
    site.at(path).update(max=2, each_max=2)
    return "idle-bound", (*path, "each_max")


@way
def default_of_too_many(site: Site) -> Told | None:
    path = free_slot(site)
    if path is None:
        return None
    slot = site.at(path)
    slot.update(max=1, default=[{"entry": offered(slot)[0], "count": 2}])
    return "default-out-of-bounds", (*path, "default")


@way
def slot_in_itself(site: Site) -> Told | None:
    def open_(entry: Any) -> bool:
        return "caps" not in entry

    path = site.pick(path for path in entries(site, like=False) if open_(site.at(path)))
    if path is None:
        return None
    entry = site.at(path)
    held = entry.setdefault("slots", [])
    held.append({"id": "xqz", "title": "Xqz", "offers": [entry["id"]]})
    return "endless-slot", (*path, "slots", len(held) - 1)


@way
def rule_made_twice(site: Site) -> Told | None:
    rule = {"count": {"entry": first_entry(site)}, "at_most": 7}
    add_rule(site, **{"for": "roster", "require": rule})
    rule = {"count": {"entry": first_entry(site)}, "at_least": 0}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "colliding-code", (*path, "id")


@way
def looser_rule_beside_a_tighter(site: Site) -> Told | None:
    counted = {"count": {"entry": first_entry(site)}}
    add_rule(site, id="made-first", **{"for": "roster", "require": {**counted, "at_most": 3}})
    path = add_rule(site, **{"for": "roster", "require": {**counted, "at_most": 4}})
    return "idle-bound", (*path, "require", "at_most")


@way
def rules_that_exclude_each_other(site: Site) -> Told | None:
    counted = {"count": {"entry": first_entry(site)}}
    add_rule(site, id="made-first", **{"for": "roster", "require": {**counted, "at_most": 3}})
    path = add_rule(site, **{"for": "roster", "require": {**counted, "at_least": 4}})
    return "min-over-max", (*path, "require", "at_least")


@way
def comparison_of_two_kinds(site: Site) -> Told | None:
    rule = {"count": {"entry": first_entry(site)}, "at_most": 3, "at_least": 1}
    path = add_rule(site, **{"for": "roster", "require": rule})
    return "conflicting-keys", (*path, "require")


@way
def offer_that_hangs_on_the_roster(site: Site) -> Told | None:
    path = site.pick(path for path in slots(site) if offered(site.at(path)))
    if path is None:
        return None
    slot = site.at(path)
    choice = {"count": {"in": "roster"}, "at_least": 3}
    slot["offers"][0] = {"entry": offered(slot)[0], "all": [choice]}
    return "changing-offer", (*path, "offers", 0)


@way
def value_made_of_itself(site: Site) -> Told | None:
    path = site.pick(entries(site, "values"))
    if path is None:
        return None
    values = site.at(path)["values"]
    name = next(iter(values))
    values[name] = {"fixed": {"sum": name, "of": {"in": "roster"}}}
    return "value-reads-itself", (*path, "values", name)


@way
def place_that_moves(site: Site) -> Told | None:
    if not site.game.moving:
        return None
    rule = {"count": {"in": min(site.game.moving)}, "at_most": 3}
    path = add_rule(site, **{"for": {"entry": first_entry(site)}, "require": rule})
    return "moving-place", (*path, "require", "count", "in")


# Rosters.


def _selections(site: Site) -> Any:
    return (
        path for path, value in nodes(site.data) if isinstance(value, dict) and "entry" in value
    )


@roster_way
def roster_of_no_ruleset(site: Site) -> Told | None:
    site.data["ruleset"] += "x"
    return "unknown-ruleset", ("ruleset",)


@roster_way
def roster_of_no_list(site: Site) -> Told | None:
    site.data["catalogues"]["xqz"] = "1.0.0"
    return "unknown-catalogue", ("catalogues", "xqz")


@roster_way
def roster_of_an_older_list(site: Site) -> Told | None:
    name = next(iter(site.data["catalogues"]))
    site.data["catalogues"][name] = "0.0.1"
    return "other-catalogue-version", ("catalogues", name)


@roster_way
def selection_of_nothing(site: Site) -> Told | None:
    path = site.pick(_selections(site))
    assert path is not None
    site.at(path)["entry"] += "x"
    return "unknown-entry", (*path, "entry")


@roster_way
def selection_of_none(site: Site) -> Told | None:
    path = site.pick(_selections(site))
    assert path is not None
    site.at(path)["count"] = 0
    return "wrong-value", (*path, "count")


@roster_way
def selection_at_nothing(site: Site) -> Told | None:
    path = site.pick(_selections(site))
    assert path is not None
    site.at(path)["at"] = "xqz"
    return "unknown-selection", (*path, "at")


@roster_way
def two_of_one_id(site: Site) -> Told | None:
    one, other = list(_selections(site))[:2]
    site.at(one)["id"] = site.at(other)["id"] = "xqz"
    return "duplicate-id", (*other, "id")


@roster_way
def selection_key_misspelt(site: Site) -> Told | None:
    path = site.pick(_selections(site))
    assert path is not None
    site.at(path)["cuont"] = 2
    return "unknown-key", (*path, "cuont")


@roster_way
def selection_in_words(site: Site) -> Told | None:
    path = site.pick(_selections(site))
    assert path is not None
    site.at(path)["count"] = "two"
    return "wrong-type", (*path, "count")


@roster_way
def army_emptied(site: Site) -> Told | None:
    site.data["army"] = []
    return "illegal-roster", ()


@roster_way
def no_roster_name(site: Site) -> Told | None:
    del site.data["name"]
    return "missing-key", ()


@roster_way
def limit_of_nothing(site: Site) -> Told | None:
    site.data.setdefault("limits", {})["xqz"] = 3
    return "unknown-limit", ("limits", "xqz")


# The text itself: what it becomes, and the code.


def _comma_dropped(text: str) -> tuple[str, str]:
    at = text.index(",\n")
    return "not-json", text[:at] + text[at + 1 :]


def _comma_added(text: str) -> tuple[str, str]:
    at = text.rindex("\n}")
    return "not-json", f"{text[:at]},{text[at:]}"


def _brace_dropped(text: str) -> tuple[str, str]:
    return "not-json", text.rstrip().removesuffix("}")


def _quote_dropped(text: str) -> tuple[str, str]:
    at = text.index('",\n')
    return "not-json", text[:at] + text[at + 1 :]


def _key_twice(text: str) -> tuple[str, str]:
    return "duplicate-key", text.replace("{", '{"name": "X", "name": "Y",', 1)


def _number_too_long(text: str) -> tuple[str, str]:
    return "huge-number", text.replace("{", '{"xqz": 1234567890123456,', 1)


def _nothing_left(text: str) -> tuple[str, str]:
    return "empty-file", ""


for made in (
    _comma_dropped,
    _comma_added,
    _brace_dropped,
    _quote_dropped,
    _key_twice,
    _number_too_long,
    _nothing_left,
):
    TEXT_WAYS[made.__name__.strip("_")] = made


# What is left out or far off.


@way
def page_nought(site: Site) -> Told | None:
    path = site.pick(entries(site, "source"))
    if path is None:
        return None
    site.at(path)["source"]["page"] = 0
    return "no-such-page", (*path, "source", "page")


@way
def page_past_the_end(site: Site) -> Told | None:
    path = site.pick(entries(site))
    if path is None:
        return None
    site.data.setdefault("documents", {})["xqz"] = {"title": "Xqz", "pages": 96}
    site.at(path)["source"] = {"document": "xqz", "page": 906}
    return "no-such-page", (*path, "source", "page")


@way
def price_with_a_minus(site: Site) -> Told | None:
    costs = [name for name, said in site.game.ruleset["values"].items() if said.get("cost")]
    if not costs:
        return None
    path = site.pick(
        path
        for path in entries(site, "values")
        if isinstance(site.at(path)["values"].get(costs[0]), int)
    )
    if path is None:
        return None
    site.at(path)["values"][costs[0]] = -5
    return "price-below-zero", (*path, "values", costs[0])


@way
def tier_left_out(site: Site) -> Told | None:
    families = {name: said.get("family") for name, said in site.game.keywords.items()}
    asked = {
        name: listed(said["must"]) for name, said in site.game.keywords.items() if "must" in said
    }

    def only(entry: Any) -> str | None:
        names = listed(entry["is"])
        wanted = {family for name in names for family in asked.get(name, ())}
        for name in names[1:]:
            if families[name] in wanted and name not in asked:
                return name
        return None

    path = site.pick(path for path in entries(site, "is", like=False) if only(site.at(path)))
    if path is None:
        return None
    entry = site.at(path)
    entry["is"] = [name for name in listed(entry["is"]) if name != only(entry)]
    return "missing-class", (*path, "is")


@way
def schema_that_is_not_there(site: Site) -> Told | None:
    kind = "catalogue" if "ruleset" in site.data else "ruleset"
    site.data["$schema"] = f"../schema/{kind}.schema.json"
    return "no-such-schema", ("$schema",)
