"""Check of versions: a file whose meaning changed since a git revision needs a new version."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.editing.version_diff import compare
from listbuilder.errors import LoadError, VersionError
from listbuilder.lint.game import Diagnostic, Game, Location
from listbuilder.loading.git import Revision
from listbuilder.loading.library import Library
from listbuilder.loading.version_pairs import two_versions
from listbuilder.messages import gettext


def not_raised(game: Game, since: str) -> Iterator[Diagnostic]:
    """Yield the files whose meaning changed since a revision under one version.

    Files that the revision does not have, or has in an unusable form, are passed over.

    Args:
        game: a game whose files can be used.
        since: the revision, as git names it.

    Raises:
        VersionError: git, the repository or the revision is missing.
    """
    folder = next(iter(game.files.values())).path.parent
    Revision(since, folder)
    try:
        with two_versions(since, str(folder), Library()) as (before, after):
            parts = list(compare(before, after))
    except (LoadError, VersionError):
        return
    for part in parts:
        if part.unraised and part.key.catalogue in game.files:
            first, *others = part.differences
            more = gettext(" ({others} more changed)", others=len(others)) if others else ""
            what = f"{first.subject}: {first.text}{more}"
            message = gettext(
                "It is {old} as in “{since}”, but not the same: {what}.",
                old=part.old,
                since=since,
                what=what,
            )
            yield Location(part.key.catalogue, "").diagnostic(
                "version-not-raised", message, "/version"
            )
