"""Progress of a slow command: a bar on the terminal's error output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import click

from listbuilder.messages import translated

STEPS = 1000


@contextmanager
def progress(label: str) -> Iterator[Callable[[float], None]]:
    """Give a function that shows the share that is done, from 0 to 1.

    Nothing is shown before its first call, nor where errors go to no terminal.
    """
    if not sys.stderr.isatty():  # and a bar's module need not be imported
        yield lambda share: None
        return
    with ExitStack() as stack:
        made = click.progressbar(length=STEPS, label=translated(label), file=sys.stderr)
        shown: list[object] = []

        def tell(share: float) -> None:
            if not shown:
                shown.append(stack.enter_context(made))
            made.update(int(share * STEPS) - made.pos)

        yield tell


@contextmanager
def progresses(label: str) -> Iterator[Callable[[str, float], None]]:
    """Give a function that shows the share that is done of several tasks, a bar for each.

    Args:
        label: the label, with a placeholder for the task's name.
    """
    with ExitStack() as stack:
        tellers: dict[str, Callable[[float], None]] = {}

        def tell(name: str, share: float) -> None:
            if name not in tellers:
                stack.close()
                tellers[name] = stack.enter_context(progress(translated(label).format(name)))
            tellers[name](share)

        yield tell
