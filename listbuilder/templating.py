"""Jinja2 as sheets and pages use it: escaped, and strict about names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from listbuilder.loading.folders import data_folder
from listbuilder.messages import template_globals

if TYPE_CHECKING:
    from jinja2 import Environment


def environment(folder: str, filters: dict[str, Callable[..., Any]]) -> Environment:
    """Make the environment of a folder of templates; it reads each of them once.

    Args:
        folder: a folder in ``templates/``.
        filters: the folder's own filters by name.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(data_folder("templates") / folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= template_globals()
    made.filters |= filters
    return made
