"""Words for the differences between two versions of a game."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.findings import Severity
from listbuilder.messages import Text, gettext

ARMY = gettext("The army")
"""The subject of differences of a whole part."""

ENTRY_FIELDS = {
    "name": ("name", gettext("called ")),
    "copies": ("limit", gettext("in one selection at most ")),
    "requires": ("rule", gettext("needs ")),
    "excludes": ("rule", gettext("not with ")),
    "text": ("text", gettext("reads ")),
    "uses": ("uses", gettext("uses in a game: ")),
    "ruling": ("ruling", gettext("ruling: ")),
}
RULE_FIELDS = {
    "title": ("name", gettext("reads ")),
    "for_": ("rule", gettext("asked where ")),
    "when": ("rule", gettext("asked only if ")),
    "ruling": ("ruling", gettext("ruling: ")),
}
TABLE_FIELDS = {"for_": ("rule", gettext("printed where "))}
LISTS = {
    "wargear": "",
    "rules": gettext("the rule "),
    "actions": gettext("the action "),
    "powers": gettext("the power "),
}
TOPICS = {
    "changes": "change",
    "figures": "figure",
    "flows": "flow",
    "plans": "plan",
    "tracks": "track",
    "odds": "odds",
    "reference": "topic",
}
SETTINGS = {
    "values": "value",
    "limits": "limit",
    "kinds": "kind",
    "dice": "dice",
    "charts": "chart",
}
KINDS: Mapping[str, Text] = {
    "keyword": gettext("keyword"),
    "table": gettext("table"),
    "term": gettext("term"),
    "choice": gettext("choice"),
    "profile": gettext("profile"),
    "battle": gettext("battle"),
    "battle rule": gettext("battle rule"),
    "change": gettext("change"),
    "figure": gettext("figure"),
    "flow": gettext("flow"),
    "plan": gettext("plan"),
    "track": gettext("track"),
    "odds": gettext("odds"),
    "topic": gettext("topic"),
    "value": gettext("value"),
    "limit": gettext("limit"),
    "kind": gettext("kind"),
    "dice": gettext("dice"),
    "chart": gettext("chart"),
}
"""Attributes whose parts are compared by their names."""

ADDED, REMOVED = gettext("added"), gettext("removed")
SEVERITIES = {Severity.ERROR: gettext("an error"), Severity.WARNING: gettext("a warning")}
