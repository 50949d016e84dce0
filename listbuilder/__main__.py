"""``listbuilder``, and ``python -m listbuilder``."""

import atexit
import gc
import os
import sys
import threading


def run() -> None:
    """Run the command line, look for garbage seldom, and leave without tidying up.

    Nothing that is imported becomes garbage. A command keeps most of its objects to its end,
    where Python need not take them apart one by one: the system has them all back at once.
    """
    gc.disable()
    from listbuilder.cli import main
    from listbuilder.loading.side_by_side import collect_seldom

    collect_seldom()
    gc.enable()
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, int) and threading.active_count() == 1 and not sys.getprofile():
            _leave(end.code)
        raise


def _leave(code: int) -> None:
    """End the process as Python does but for its objects, or return: what is told can't be written.

    Files are closed by whoever opened them; temporary folders and children go with atexit.
    """
    atexit._run_exitfuncs()  # noqa: SLF001  # nothing public runs them
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return
    os._exit(code)


if __name__ == "__main__":
    run()
