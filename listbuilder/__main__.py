"""``listbuilder``, and ``python -m listbuilder``."""

import atexit
import gc


def run() -> None:
    """Run the command line, and look for garbage seldom.

    Nothing that is imported becomes garbage. A command keeps most of its objects to its end,
    where Python need not look at all of them once more.
    """
    gc.disable()
    from listbuilder.cli import main
    from listbuilder.loading.side_by_side import collect_seldom

    collect_seldom()
    gc.enable()
    atexit.register(gc.freeze)
    main()


if __name__ == "__main__":
    run()
