"""Draws the rooms of the package and what they import: `make map` writes docs/rooms.svg.

Rooms stand on floors: each above all that it imports. An arrow that others imply is left out (the
transitive reduction), so what is left can be followed with a finger.
"""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path
from textwrap import wrap

from tests.imports import PACKAGE, imports, modules

PICTURE = PACKAGE.parent / "docs" / "rooms.svg"
WIDTH, HEIGHT, GAP, FLOOR = 236, 84, 24, 124
LETTERS = 33
"""Of a room's purpose in a line."""

STYLE = """<style>
text { fill: #222 } .room { fill: #f6f3ea; stroke: #7a6a4f }
.arrow { stroke: #7a6a4f; stroke-opacity: .55; fill: none }
@media (prefers-color-scheme: dark) { text { fill: #eee } .room { fill: #2c2820 } }
</style>"""


def rooms() -> dict[str, set[str]]:
    """The rooms, each with those that it imports from."""
    found: dict[str, set[str]] = {}
    for module in modules():
        room = _room(module)
        if room:
            others = {_room(one.module) for one in imports(module) if not one.typing}
            found.setdefault(room, set()).update(others - {room, ""})
    return found


def floors(graph: dict[str, set[str]]) -> list[list[str]]:
    """Rooms by the longest way down from them, the lowest first."""
    level: dict[str, int] = {}

    def of(room: str) -> int:
        if room not in level:
            level[room] = max((of(other) + 1 for other in graph[room]), default=0)
        return level[room]

    for room in graph:
        of(room)
    return [
        sorted(room for room in graph if level[room] == one)
        for one in range(max(level.values()) + 1)
    ]


def reduced(graph: dict[str, set[str]]) -> set[tuple[str, str]]:
    """The imports that no longer way implies."""

    def reaches(room: str, other: str) -> bool:
        return any(one == other or reaches(one, other) for one in graph[room])

    return {
        (room, other)
        for room, others in graph.items()
        for other in others
        if not any(reaches(one, other) for one in others - {other})
    }


def drawing() -> str:
    """The picture, as SVG; the same for the same source."""
    graph = rooms()
    storeys = floors(graph)
    broad = max(map(len, storeys))
    width = broad * (WIDTH + GAP) + GAP
    height = len(storeys) * FLOOR + GAP
    corner = {}
    for floor, row in enumerate(storeys):
        left = (width - len(row) * (WIDTH + GAP) + GAP) / 2
        for place, room in enumerate(row):
            corner[room] = left + place * (WIDTH + GAP), height - (floor + 1) * FLOOR
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        STYLE,
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#7a6a4f"/></marker></defs>',
    ]
    for room, other in sorted(reduced(graph)):
        (left, top), (right, bottom) = corner[room], corner[other]
        start, end = (left + WIDTH / 2, top + HEIGHT), (right + WIDTH / 2, bottom)
        middle = (start[1] + end[1]) / 2
        lines.append(
            f'<path class="arrow" marker-end="url(#tip)" d="M{start[0]:g} {start[1]:g} '
            f'C{start[0]:g} {middle:g} {end[0]:g} {middle:g} {end[0]:g} {end[1]:g}"/>'
        )
    for room, (left, top) in sorted(corner.items()):
        lines.append(
            f'<rect class="room" x="{left:g}" y="{top:g}" rx="6" '
            f'width="{WIDTH}" height="{HEIGHT}"/>'
        )
        lines.append(
            f'<text x="{left + 10:g}" y="{top + 20:g}" font-weight="bold">{escape(room)}</text>'
        )
        for number, line in enumerate(wrap(_purpose(room), LETTERS)[:4]):
            lines.append(
                f'<text x="{left + 10:g}" y="{top + 37 + 14 * number:g}" font-size="11">'
                f"{escape(line)}</text>"
            )
    return "\n".join([*lines, "</svg>", ""])


def _room(module: str) -> str:
    return "" if module == "__main__" else module.partition(".")[0]


def _purpose(room: str) -> str:
    """The first sentence of a room's docstring."""
    docstring = ast.get_docstring(ast.parse(modules()[room].read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ").replace("``", "")


def main() -> None:
    """Write the picture."""
    Path(PICTURE).write_text(drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()
