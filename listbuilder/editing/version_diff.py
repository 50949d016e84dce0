"""Comparing two versions of rulesets and army lists, part by part."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from listbuilder.editing.compare import Difference, SemanticDiff
from listbuilder.errors import VersionError
from listbuilder.loading.index import Key
from listbuilder.loading.version_pairs import Version
from listbuilder.messages import gettext
from listbuilder.model.ruleset import Part
from listbuilder.record import Record


@attrs.frozen(eq=False, repr=False)
class PartDiff(Record):
    """The differences of a ruleset or an army list.

    Attributes:
        key: the key of the ruleset or army list.
        name: its name.
        old, new: its version number before and after; None where it is not there.
        differences: the differences; empty where either version is not there.
    """

    key: Key
    name: str
    old: str | None
    new: str | None
    differences: tuple[Difference, ...] = ()

    @property
    def unraised(self) -> bool:
        """Whether its meaning changed under one version number."""
        return bool(self.differences) and self.old == self.new


def compare(old: Version, new: Version) -> Iterator[PartDiff]:
    """Compare two versions; if one is a single file, only this part of the other is compared.

    Raises:
        VersionError: the versions are of different games or parts.
        LoadError: a part can't be used.
    """
    if old.single and new.single and old.parts != new.parts:
        named = (
            gettext("“{name}” is {part}", name=version.name, part=key.catalogue or key.ruleset)
            for version in (old, new)
            for key in version.parts
        )
        raise VersionError(
            gettext("{names}: these are not two versions of one thing.", names=", ".join(named))
        )
    keys = old.parts if old.single else new.parts if new.single else old.parts | new.parts
    for key in sorted(keys):
        before, after = _part(old, key), _part(new, key)
        if before is None or after is None:
            if after is not None:
                yield PartDiff(key, after.name, None, after.version)
            elif before is not None:
                yield PartDiff(key, before.name, before.version, None)
            continue
        books = (version.library.book(key.ruleset) for version in (old, new))
        differences = tuple(SemanticDiff(*books).differences(before, after))
        yield PartDiff(key, after.name, before.version, after.version, differences)


def _part(version: Version, key: Key) -> Part | None:
    if key not in version.parts:
        return None
    if key.catalogue:
        return version.library.catalogue(key.ruleset, key.catalogue)
    return version.library.ruleset(key.ruleset)
