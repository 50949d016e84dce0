"""Text for a terminal: colours, width, and escapes for names that could move the cursor.

Tones, bars and cut columns are for a ``window``: output to a pipe or a file, or for somebody who
wants no colours, has none of them.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

SOFT_HYPHEN = "\u00ad"

BAR = 24
"""Width of a bar in columns."""


class Tone(Enum):
    """The reason for which a text stands out."""

    ERROR = "error"
    WARNING = "warning"
    GOOD = "good"
    HINT = "hint"
    PLACE = "place"
    QUIET = "quiet"


STYLES: Mapping[Tone, dict[str, Any]] = {
    Tone.ERROR: {"fg": "red", "bold": True},
    Tone.WARNING: {"fg": "yellow", "bold": True},
    Tone.GOOD: {"fg": "green", "bold": True},
    Tone.HINT: {"fg": "cyan"},
    Tone.PLACE: {"bold": True},
    Tone.QUIET: {"dim": True},
}
"""Colours that are readable on dark and on light ground."""


def window() -> os.terminal_size | None:
    """Give columns and lines of the output's window; None: it is no terminal, or is to be plain.

    Plain output is asked for by https://no-color.org, and needed by a dumb terminal.
    """
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return None
    import shutil

    return shutil.get_terminal_size()


def toned(text: str, tone: Tone | None) -> str:
    """Colour a text in a window."""
    if not (tone and text and window()):
        return text
    import click  # what has no window, a page in a browser, may not have it

    return click.style(text, **STYLES[tone])


def bar(found: Fraction, most: Fraction) -> str:
    """Draw the used share of a limit as a bar; red where it is over the limit.

    Example: ``━━━━━━━━━━──────────────`` for 5 of 12.
    """
    share = min(found / most, Fraction(1)) if most > 0 else Fraction(found > 0)
    full = max(int(share * BAR), int(found > 0))
    over = found > most
    return toned("━" * full, Tone.ERROR if over else Tone.GOOD) + toned(
        "─" * (BAR - full), Tone.QUIET
    )


def width(text: str) -> int:
    """Count the columns of a text: two for wide letters, none for combining accents."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def wrapped(line: str) -> str:
    """Wrap a line at the window's edge, with further lines indented; without a window keep it."""
    seen = window()
    if seen is None:
        return line
    import click

    if width(click.unstyle(line)) <= seen.columns:
        return line
    inner = len(line) - len(line.lstrip(" ")) + 2
    told, used = "", -1
    for word in line.split(" "):
        long = width(click.unstyle(word))
        if used >= inner and used + 1 + long > seen.columns:
            told, used = f"{told}\n{' ' * inner}{word}", inner + long
        else:
            told, used = f"{told} {word}" if used >= 0 else word, used + 1 + long
    return told


def escape_control(text: str) -> str:
    """Escape invisible characters, so that no name passes for a line of ours.

    Soft hyphens, where a browser may break a long word, are left out.
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(letter: str) -> str:
    if letter == SOFT_HYPHEN:
        return ""
    if letter.isprintable() or unicodedata.category(letter) == "Zs":
        return letter
    return f"\\u{ord(letter):04x}"


def relative_path(path: str) -> str:
    """Write a path relative to the working folder, if the file lies in it."""
    own = Path(path)
    if own.is_absolute() and own.is_relative_to(Path.cwd()):
        own = own.relative_to(Path.cwd())
    return str(own)
