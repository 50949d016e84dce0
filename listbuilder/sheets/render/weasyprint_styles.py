"""WeasyPrint's styles: its work for each box, done once for all boxes of one style.

Boxes that look alike have one style. If no length in it is a share of the surrounding box, widths,
heights and margins are the same in each box; and a text that has room on its line comes out the
same on each line. Flexible boxes and grids change the styles of their contents while they are laid
out: sheets have none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache, wraps
from itertools import product
from typing import Any

SIDES = ("top", "right", "bottom", "left")
MEASURES = (
    *(f"{kind}_{side}" for kind, side in product(("margin", "padding"), SIDES)),
    *(f"{bound}{axis}" for bound, axis in product(("", "min_", "max_"), ("width", "height"))),
)
"""The properties of a style that may be shares."""

BORDERS = (*(f"border_{side}_width" for side in SIDES),)
RADII = (
    *(
        f"border_{corner}_radius"
        for corner in ("top_left", "top_right", "bottom_right", "bottom_left")
    ),
)

KEPT_MEASURES, KEPT_RADII = "kept_measures", "kept_radii"
KEPT_LINES, KEPT_STRUT, KEPT_FLOW = "kept_lines", "kept_strut", "kept_flow"
"""The key of kept results in a style, beside its properties."""


@cache
def keep_of_styles() -> None:
    """Let WeasyPrint keep from now on what is the same in all boxes of a style."""
    from weasyprint.formatting_structure.boxes import Box
    from weasyprint.layout import inline, percent

    Box.is_in_normal_flow = _flow_once(Box.is_in_normal_flow)
    _replace(percent.resolve_percentages, _measures_once(percent.resolve_percentages))
    _replace(percent.resolve_radii_percentages, _radii_once(percent.resolve_radii_percentages))
    _replace(inline.strut, _strut_once(inline.strut))
    inline.split_first_line = _line_once(inline.split_first_line)


def _replace(theirs: Callable[..., Any], ours: Callable[..., Any]) -> None:
    """Put a function of ours wherever WeasyPrint has one of its own by name."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("weasyprint."):
            for place, found in [*vars(module).items()]:
                if found is theirs:
                    setattr(module, place, ours)


def _measures_once(work_out: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(work_out)
    def measures_once(box: Any, containing_block: Any) -> None:
        kept = vars(box.style)
        measures = kept.get(KEPT_MEASURES)
        if measures:
            _said_of(box).update(measures)
            return
        work_out(box, containing_block)
        if measures is None:
            style = box.style
            collapse = style["border_collapse"] == "collapse"
            same = not collapse and _lengths(style[name] for name in MEASURES)
            found = _said_of(box)
            kept[KEPT_MEASURES] = {name: found[name] for name in MEASURES + BORDERS} if same else {}

    return measures_once


def _said_of(box: Any) -> dict[str, Any]:
    """The attributes of a box, also where a placeholder stands for it."""
    said: dict[str, Any] = vars(getattr(box, "_box", box))
    return said


def _lengths(values: Iterable[Any]) -> bool:
    """Tell whether all of them are lengths that are no shares and not to be reckoned, or none."""
    return all(value == "auto" or getattr(value, "unit", "%") != "%" for value in values)


def _radii_once(work_out: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(work_out)
    def radii_once(box: Any) -> None:
        kept = vars(box.style)
        radii = kept.get(KEPT_RADII)
        if radii:
            _said_of(box).update(radii)
            return
        work_out(box)
        if radii is None:
            square = all((0, "px") in box.style[name] for name in RADII)
            kept[KEPT_RADII] = dict.fromkeys(RADII, (0, 0)) if square else {}

    return radii_once


def _flow_once(tell: Callable[..., bool]) -> Callable[..., bool]:
    @wraps(tell)
    def flow_once(box: Any) -> bool:
        kept = vars(box.style)
        in_flow: bool | None = kept.get(KEPT_FLOW)
        if in_flow is None:
            in_flow = kept[KEPT_FLOW] = tell(box)
        return in_flow

    return flow_once


def _strut_once(work_out: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(work_out)
    def strut_once(style: Any) -> Any:
        kept = vars(style)
        if KEPT_STRUT not in kept:
            kept[KEPT_STRUT] = work_out(style)
        return kept[KEPT_STRUT]

    return strut_once


def _line_once(split: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(split)
    def line_once(
        text: str, style: Any, context: Any, max_width: Any, spacing: Any, **how: bool
    ) -> tuple[Any, ...]:
        bounded = max_width is not None and not spacing and not how.get("minimum")
        lines = vars(style).setdefault(KEPT_LINES, {})
        kept: tuple[Any, ...] | None = lines.get(text)
        if kept is not None and bounded and kept[3] <= max_width:
            return kept
        found: tuple[Any, ...] = split(text, style, context, max_width, spacing, **how)
        _, _, resume_at, width, _, _ = found
        if text[-1:].isspace():  # which may hang over the end of the line, and has no width then
            width += style["font_size"]
        if bounded and resume_at is None and width <= max_width:
            lines[text] = found
        return found

    return line_once
