"""Near misses."""

from collections.abc import Iterable


def near(name: str, known: Iterable[str]) -> str:
    """Say what may have been meant: `` Did you mean “…”?``, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=1)
    return f" Did you mean “{close[0]}”?" if close else ""
