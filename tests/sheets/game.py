"""A small made-up game, and rosters of it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import attrs

from listbuilder.content.cards import Card
from listbuilder.content.lines import Line
from listbuilder.content.page import Page
from listbuilder.content.pieces import Piece
from listbuilder.editing.mend import findings_with_remedies
from listbuilder.findings import Finding
from listbuilder.loading.structuring import structure
from listbuilder.model.roster import Roster
from listbuilder.model.ruleset import Book, Catalogue, Ruleset
from listbuilder.rules.evaluate import Judge, Verdict
from listbuilder.sheets.reader import page_for

HERE = {"document": "rules", "page": 7}

RULESET: dict[str, Any] = {
    "id": "siege",
    "name": "Stone and Rope",
    "version": "2.1.0",
    "documents": {"rules": {"title": "The Rules"}},
    "values": {
        "gold": {"title": "gold", "cost": True},
        "favour": {"title": "favour", "cost": True},
        "models": {"title": "models"},
        "bows": {"title": "bows"},
        "reach": {"title": "reach"},
    },
    "limits": {"gold": {"title": "Gold"}},
    "choices": {"side": {"title": "Side", "options": {"in": "Within the walls", "out": "Without"}}},
    "keywords": {
        "host": {},
        "chief": {"title": "Chief", "values": {"models": 1}},
        "foot": {"title": "On foot", "family": "feet"},
        "mounted": {"title": "Mounted", "family": "feet"},
        "hidden": {},
        "engine": {"title": "Engine", "values": {"reach": 30}},
    },
    "profiles": {
        "man": {
            "title": "Man",
            "columns": [
                {"id": "move", "title": "M", "name": "Move", "unit": "″"},
                {"id": "skill", "title": "S", "name": "Skill"},
                {"id": "wounds", "title": "W", "name": "Wounds", "tracked": True},
            ],
        },
        "chief": {
            "title": "Chief",
            "columns": [
                {"id": "move", "title": "M", "name": "Move", "unit": "″"},
                {"id": "skill", "title": "S", "name": "Skill"},
                {"id": "wounds", "title": "W", "name": "Wounds", "tracked": True},
                {"id": "luck", "title": "L", "name": "Luck", "tracked": True},
            ],
        },
        "engine": {
            "title": "Engine",
            "columns": [
                {"id": "power", "title": "P", "name": "Power"},
                {"id": "wounds", "title": "W", "name": "Wounds", "tracked": True},
            ],
        },
    },
    "slots": [{"id": "hosts", "title": "Hosts", "offers": [{"is": "host"}]}],
    "constraints": [
        {
            "id": "too-dear",
            "title": "An army costs no more than its gold",
            "for": "roster",
            "require": {"sum": "gold", "at_most": {"limit": "gold"}},
            "shown": "Gold",
            "source": HERE,
        },
        {
            "id": "too-many-bows",
            "title": "Few carry bows",
            "for": {"is": "host"},
            "require": {"sum": "bows", "at_most": 4},
            "shown": "Bows",
            "source": HERE,
            "ruling": "Chiefs count too.",
        },
    ],
    "figures": [
        {"id": "models", "title": "Models", "quantity": {"sum": "models"}, "text": "No engines."},
        {
            "id": "reach",
            "title": "Reach",
            "for": {"is": "engine"},
            "unit": "″",
            "quantity": {"sum": "reach"},
        },
        {"id": "bows", "title": "Bows", "for": {"is": "engine"}, "quantity": {"sum": "bows"}},
        {"id": "left", "title": "Left", "quantity": {"limit": "gold"}},
    ],
    "tables": [
        {
            "id": "mishap",
            "title": "Mishap",
            "dice": "D6",
            "outcomes": [
                {"rolls": "1-2", "title": "Crack!", "text": "It breaks."},
                {"rolls": "3-6"},
            ],
            "source": HERE,
        },
        {
            "id": "weather",
            "title": "Weather",
            "dice": "2D6",
            "text": "Roll each turn.",
            "outcomes": [{"rolls": "2-12", "title": "Rain"}],
            "source": HERE,
        },
    ],
    "reference": [
        {"id": "winning", "title": "Winning", "text": ["Hold the gate."], "source": HERE},
        {
            "id": "mishaps",
            "title": "Mishaps",
            "for": {"is": "engine"},
            "tables": ["mishap"],
            "ruling": "Bolts, too.",
            "source": HERE,
        },
        {
            "id": "fire",
            "title": "Fire",
            "for": {"entry": "torch"},
            "text": ["Hot."],
            "source": HERE,
        },
    ],
}

CATALOGUE: dict[str, Any] = {
    "id": "hill",
    "ruleset": "siege",
    "name": "Hill Folk",
    "version": "1.0.3",
    "entries": [
        {
            "id": "hill",
            "name": "Hill Folk",
            "is": ["host"],
            "rules": ["Sure-footed"],
            "slots": [
                {"id": "chiefs", "title": "Chiefs", "offers": [{"is": "chief"}]},
                {"id": "engines", "title": "Engines", "offers": [{"is": "engine"}]},
            ],
            "source": HERE,
        },
        {
            "id": "thane",
            "name": "Thane",
            "is": ["chief", "foot", "hidden"],
            "values": {"gold": 40},
            "slots": [
                {
                    "id": "men",
                    "title": "Men",
                    "offers": ["spearman", "ogre"],
                    "max": 12,
                    "shown": "Men",
                    "cards": True,
                },
                {
                    "id": "gear",
                    "offers": [
                        {"entry": "axe", "values": {"gold": 5}, "replaces": ["Sword"]},
                        "pony",
                        "charm",
                        "torch",
                    ],
                },
            ],
            "profiles": [
                {"type": "chief", "values": {"move": 6, "skill": "3+", "wounds": 2, "luck": 1}}
            ],
            "wargear": ["Sword", "Mail"],
            "rules": ["Stubborn"],
            "actions": ["Shout"],
            "powers": ["Glare"],
            "text": ["Leads from the front."],
            "source": HERE,
        },
        {
            "id": "spearman",
            "name": "Spearman",
            "is": ["foot"],
            "values": {"gold": 6, "models": 1},
            "slots": [
                {
                    "id": "gear",
                    "offers": [
                        {"entry": "bow", "values": {"gold": 1, "bows": 1}, "replaces": ["Spear"]}
                    ],
                }
            ],
            "profiles": [{"type": "man", "values": {"move": 6, "skill": "4+", "wounds": 1}}],
            "wargear": ["Spear"],
            "source": HERE,
        },
        {
            "id": "ogre",
            "name": "Ogre",
            "values": {"gold": 30, "models": 1},
            "profiles": [{"type": "man", "values": {"move": 6, "skill": "5+", "wounds": 3}}],
        },
        {
            "id": "onager",
            "name": "Onager",
            "is": ["engine"],
            "values": {"gold": 50},
            "slots": [
                {"id": "crew", "title": "Crew", "offers": ["master", "loader"]},
                {"id": "upgrades", "offers": ["long-arm"]},
            ],
            "profiles": [{"type": "engine", "values": {"power": "(9)", "wounds": 3}}],
            "source": HERE,
        },
        {
            "id": "master",
            "name": "Master",
            "values": {"models": 1},
            "profiles": [
                {"type": "chief", "values": {"move": 6, "skill": "4+", "wounds": 1, "luck": 1}}
            ],
        },
        {
            "id": "loader",
            "name": "Loader",
            "values": {"models": 1, "gold": 2},
            "profiles": [{"type": "man", "values": {"move": 6, "skill": "5+", "wounds": 1}}],
        },
        {
            "id": "long-arm",
            "name": "Long arm",
            "values": {"reach": 12, "favour": 3},
            "text": ["Throws further."],
        },
        {"id": "axe", "name": "Axe"},
        {"id": "bow", "name": "Bow"},
        {"id": "torch", "name": "Torch", "text": ["Burns."], "rules": ["Glow"]},
        {"id": "charm", "name": "Charm", "alters": [{"column": "luck", "add": 1}]},
        {
            "id": "pony",
            "name": "Pony",
            "holder_becomes": "mounted",
            "profiles": [{"type": "man", "values": {"move": 9, "skill": "6+", "wounds": 1}}],
        },
    ],
}

ENGINE: dict[str, Any] = {
    "entry": "onager",
    "with": [{"entry": "master"}, {"entry": "loader", "count": 4}, {"entry": "long-arm"}],
}

ROSTER: dict[str, Any] = {
    "ruleset": "siege",
    "name": "Up the Hill",
    "catalogues": {"hill": "1.0.3"},
    "limits": {"gold": 400},
    "choices": {"side": "out"},
    "army": [
        {
            "entry": "hill",
            "with": [
                {
                    "entry": "thane",
                    "name": "Old Mog",
                    "notes": "Paint him!",
                    "with": [
                        {"entry": "axe"},
                        {"entry": "pony"},
                        {"entry": "charm", "count": 2},
                        {"entry": "spearman", "count": 4},
                        {"entry": "spearman", "count": 3, "with": [{"entry": "bow", "count": 2}]},
                    ],
                },
                {
                    "entry": "thane",
                    "with": [
                        {"entry": "torch"},
                        {"entry": "spearman", "count": 2},
                        {"entry": "spearman", "count": 3, "with": [{"entry": "bow", "count": 1}]},
                        {"entry": "ogre", "count": 2},
                    ],
                },
                ENGINE,
            ],
        }
    ],
}


@attrs.frozen
class Game:
    """A judged roster."""

    judge: Judge
    verdict: Verdict
    findings: Sequence[Finding]

    @property
    def page(self) -> Page:
        return page_for(self.judge, self.verdict, self.findings)

    def piece(self, name: str) -> Piece:
        return self.card(name).piece

    def card(self, name: str) -> Card:
        (card,) = (card for card in self.page.cards if name in (card.piece.name, card.piece.called))
        return card

    def lines(self) -> list[Line]:
        return [
            line
            for section in self.page.sheet.sections
            for group in section.groups
            for line in group.lines
        ]


def roster(*armies: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """A copy of the roster, with other selections in its army list and other keys."""
    data = copy.deepcopy(ROSTER)
    if armies:
        data["army"][0]["with"] = list(copy.deepcopy(armies))
    return {**data, **changed}


def play(
    data: dict[str, Any] = ROSTER,
    ruleset: dict[str, Any] = RULESET,
    catalogue: dict[str, Any] = CATALOGUE,
) -> Game:
    """Judge a roster."""
    hill = structure(catalogue, Catalogue)
    judge = Judge(Book(structure(ruleset, Ruleset), {hill.id: hill}))
    verdict = judge.evaluate(structure(data, Roster))
    return Game(judge, verdict, findings_with_remedies(verdict, judge))
