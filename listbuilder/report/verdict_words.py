"""Words and colours of verdicts and severities."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.messages import gettext
from listbuilder.report.terminal import Tone

SAID: Mapping[str, str] = {
    "error": gettext("error"),
    "warning": gettext("warning"),
    "legal": gettext("legal"),
    "illegal": gettext("illegal"),
    "unusable": gettext("unusable"),
    "skipped": gettext("skipped"),
}
"""Words of severities and verdicts."""

TONES = {
    "error": Tone.ERROR,
    "illegal": Tone.ERROR,
    "unusable": Tone.ERROR,
    "warning": Tone.WARNING,
    "legal": Tone.GOOD,
    "skipped": Tone.QUIET,
}
"""Tones of severities and verdicts."""
