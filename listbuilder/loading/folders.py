"""The data folders: beside the package in a checkout, inside it in a wheel."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from listbuilder.messages import gettext

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(kind: Literal["catalogues", "docs", "schemas", "templates"]) -> Path:
    """Find one of the folders that Listbuilder comes with.

    Inside the package is looked at first: next to an installed package, a folder called
    `templates` would be someone else's.

    Raises:
        FileNotFoundError: the installation lacks the folder.
    """
    for folder in (_PACKAGE / "data" / kind, _PACKAGE.parent / kind):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        gettext("this installation of Listbuilder has no folder {kind}", kind=f"{kind!r}")
    )


def catalogue_folders(extra: Sequence[Path] = ()) -> tuple[Path, ...]:
    """List the folders to look for rulesets in; an earlier one wins.

    Args:
        extra: folders named by the caller; they go before those of the environment variable
            `LISTBUILDER_DATA`, and the shipped ones come last.
    """
    named = os.environ.get("LISTBUILDER_DATA", "").split(os.pathsep)
    folders = [*extra, *(Path(name) for name in named if name), data_folder("catalogues")]
    return tuple(dict.fromkeys(folders))
