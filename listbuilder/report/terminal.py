"""Text fit for a terminal: a name from a stranger's file must not end a line or move the cursor."""

from __future__ import annotations

import unicodedata
from pathlib import Path


def escape_control(text: str) -> str:
    """Write what can't be seen as an escape, so that nothing passes for a line of ours."""
    return text if text.isprintable() else "".join(map(_seen, text))


def _seen(letter: str) -> str:
    if letter.isprintable():
        return letter
    if unicodedata.category(letter) == "Zs":
        return " "
    return f"\\u{ord(letter):04x}"


def relative_path(path: str) -> str:
    """Name a file as the repository at hand does: without the way to the working folder."""
    own = Path(path)
    if own.is_absolute() and own.is_relative_to(Path.cwd()):
        own = own.relative_to(Path.cwd())
    return str(own)
