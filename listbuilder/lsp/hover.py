"""Explanations of the entry, rule, name or key under the pointer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from listbuilder.errors import EditError
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.schema import FileKind
from listbuilder.lsp.completion import shapes_at
from listbuilder.lsp.cursor import Cursor
from listbuilder.lsp.name_uses import Name
from listbuilder.lsp.workspace import KnownGame
from listbuilder.messages import gettext, joined, ngettext, translated
from listbuilder.model.language import Comparison, Constraint, Test
from listbuilder.report.browse import entry_lines
from listbuilder.rules.glossary import glossary_of
from listbuilder.rules.verbalise import verbaliser_of


def hover(
    cursor: Cursor, name: Name | None, kind: FileKind, known: KnownGame | None, path: Path
) -> str:
    """Explain the name or key at a cursor, as Markdown; empty where there is nothing to explain."""
    said = list(_of_name(name, known, path)) if name is not None and known is not None else []
    if not said and known is not None:
        said = list(_of_rule(cursor, known, path))
    if not said and cursor.at_key and cursor.path:
        key = str(cursor.path[-1])
        nodes = (shape.keys().get(key) for shape in shapes_at(kind, cursor.path[:-1]))
        told = {node["description"]: None for node in nodes if node and "description" in node}
        said = list(told)
    return "\n\n".join(said)


def _of_name(name: Name, known: KnownGame, path: Path) -> Iterator[str]:
    """Yield the meaning of a name."""
    ruleset, book, judge = known.game.ruleset, known.game.book, known.judge
    if ruleset is None or book is None or judge is None:
        return
    if name.kind == "entry":
        lists = [one for one in book.catalogues if one == path.stem] or list(book.catalogues)
        for list_id in lists:
            try:
                lines = list(entry_lines(judge, list_id, name.name))
            except EditError:
                continue
            yield "\n".join(("```text", *lines, "```"))
            return
    elif name.kind == "keyword" and name.name in book.keywords:
        keyword = book.keywords[name.name]
        family = (
            gettext(" · one of the family “{family}”", family=keyword.family)
            if keyword.family
            else ""
        )
        yield translated(joined("", (f"**{keyword.title or name.name}**", family)))
        entries = [
            one.name
            for entries in book.entries.values()
            for one in entries.values()
            if name.name in one.is_
        ]
        have = ngettext("{count} entry has it", "{count} entries have it", len(entries))
        some = [", ".join(entries[:8])] if entries else []
        yield translated(joined(": ", [have, *some]))
    elif name.kind == "value" and name.name in ruleset.values:
        yield f"**{ruleset.values[name.name].title}**"
    elif name.kind == "limit" and name.name in ruleset.limits:
        yield f"**{ruleset.limits[name.name].title}**"
    elif name.kind == "document":
        for file in known.game.files.values():
            if file.part is not None and name.name in file.part.documents:
                document = file.part.documents[name.name]
                yield f"**{document.title}** {document.edition or ''}".rstrip()
                return
    elif name.kind == "term":
        term = glossary_of(book).find(name.name, path.stem)
        if term is not None:
            yield f"**{term.name}**"
            yield term.summary or ""


def _of_rule(cursor: Cursor, known: KnownGame, path: Path) -> Iterator[str]:
    """Yield the rule around the cursor, in words."""
    at, book = pointer_of(cursor.path), known.game.book
    if book is None:
        return
    words = verbaliser_of(book)
    for file in known.game.files.values():
        for pointer, node in file.inside if file.path == path else ():
            if not (at + "/").startswith(pointer + "/"):
                continue
            if isinstance(node, Constraint):
                yield f"**{node.title}**"
                yield translated(words.comparison(node.require))
                if isinstance(node.for_, Test | Comparison):
                    of = gettext("Asked of: {condition}", condition=words.condition(node.for_))
                    yield translated(of)
                if node.when is not None:
                    only = gettext("Only if: {condition}", condition=words.condition(node.when))
                    yield translated(only)
                yield f"{node.severity.capitalize()} · {book.cite(node.source)}"
                return
