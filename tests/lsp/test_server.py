"""A real client over stdio: what an editor shows while a game's files are typed."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls import uris
from pygls.lsp.client import LanguageClient

from listbuilder.loading.folders import data_folder
from listbuilder.lsp.workspace import Workspace

SHIPPED = data_folder("catalogues")
GAME = "helms-deep"
"""The smallest: each change of its ruleset has all of its files looked at."""


class Editor:
    """An editor with a game open in it."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.told: dict[str, asyncio.Queue[list[types.Diagnostic]]] = {}
        self.versions: dict[Path, int] = {}

    def open(self, name: str) -> Path:
        """Open a file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        item = types.TextDocumentItem(_uri(path), "json", 0, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return path

    def type(self, path: Path, text: str) -> None:
        """Make a file say something else, without saving it."""
        self.versions[path] = self.versions.get(path, 0) + 1
        document = types.VersionedTextDocumentIdentifier(self.versions[path], _uri(path))
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    async def codes(self, path: Path) -> list[tuple[Any, int]]:
        """Wait for what is said of a file next: code and line of each."""
        queue = self.told.setdefault(_uri(path), asyncio.Queue())
        said = await asyncio.wait_for(queue.get(), 60)
        return [(one.code, one.range.start.line) for one in said]


@asynccontextmanager
async def editor(folder: Path) -> AsyncIterator[Editor]:
    client = LanguageClient("an-editor", "1")
    made = Editor(client, folder)

    def take(params: types.PublishDiagnosticsParams) -> None:
        queue = made.told.setdefault(params.uri, asyncio.Queue())
        queue.put_nowait(list(params.diagnostics))

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(take)
    await client.start_io(sys.executable, "-m", "listbuilder", "lsp")
    root = types.WorkspaceFolder(_uri(folder), "game")
    await client.initialize_async(
        types.InitializeParams(types.ClientCapabilities(), workspace_folders=[root])
    )
    client.initialized(types.InitializedParams())
    yield made
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]


def _uri(path: Path) -> str:
    return uris.from_fs_path(str(path)) or ""


def _place(text: str, words: str, into: int = 0) -> types.Position:
    at = text.index(words) + into
    return types.Position(text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1))


def _at(path: Path, text: str, words: str, into: int = 0) -> dict[str, Any]:
    document = types.TextDocumentIdentifier(_uri(path))
    return {"text_document": document, "position": _place(text, words, into)}


def test_an_editor_is_helped(tmp_path: Path) -> None:
    for name in (f"catalogues/{GAME}", "schemas"):
        shutil.copytree(SHIPPED.parent / name, tmp_path / name)
    asyncio.run(_help(tmp_path / "catalogues" / GAME))


async def _help(folder: Path) -> None:
    async with editor(folder) as one:
        ruleset = one.open("ruleset.json")
        text = ruleset.read_text(encoding="utf-8")
        assert await one.codes(ruleset) == []

        # Diagnostics as lint gives them, of what is typed and not saved.
        line = text[: text.index('"keywords": {')].count("\n")
        one.type(ruleset, text.replace('"keywords": {', '"keywrods": {', 1))
        assert await one.codes(ruleset) == [("unknown-key", line)]

        # Completion while the text is no JSON: the names known before.
        half = text.replace('"for": {"is": "', '"for": {"is": "x', 1)
        cut = half[: half.index('"for": {"is": "x') + len('"for": {"is": "x')]
        one.type(ruleset, cut)
        ask = _at(ruleset, cut, '"for": {"is": "x', len('"for": {"is": "x'))
        found = await one.client.text_document_completion_async(types.CompletionParams(**ask))
        assert isinstance(found, types.CompletionList)
        assert {"area", "leader"} <= {item.label for item in found.items}
        assert {item.detail for item in found.items} == {"keyword"}
        assert [code for code, _ in await one.codes(ruleset)] == ["not-json"]
        one.type(ruleset, text)
        assert await one.codes(ruleset) == []
        found = await one.client.text_document_completion_async(
            types.CompletionParams(**_at(ruleset, text, '"keywords": {', 4))
        )
        assert isinstance(found, types.CompletionList)
        assert {"keywords", "constraints"} <= {item.label for item in found.items}

        # Hover: a keyword, a key, an entry as a player sees it, a rule in words.
        async def shown(path: Path, words: str, into: int) -> str:
            own = path.read_text(encoding="utf-8")
            ask = types.HoverParams(**_at(path, own, words, into))
            said = await one.client.text_document_hover_async(ask)
            assert said is not None
            assert isinstance(said.contents, types.MarkupContent)
            return said.contents.value

        assert "Marker" in await shown(ruleset, '"marker": {', 3)
        assert "exclude each other" in await shown(ruleset, '"family": "', 3)
        army_list = one.open("westernesse.json")
        assert "Rally 4" in await shown(army_list, '"id": "gimli"', 9)
        rule = await shown(army_list, '"require": {"count": {"in": "self"}', 3)
        assert "at most" in rule

        # Definition, references, rename: in the lists and in their rosters.
        own = army_list.read_text(encoding="utf-8")
        ask = _at(army_list, own, '"gimli"', 3)
        where = await one.client.text_document_definition_async(types.DefinitionParams(**ask))
        assert isinstance(where, list)
        assert [Path(spot.uri).name for spot in where if isinstance(spot, types.Location)] == [
            "westernesse.json"
        ]
        context = types.ReferenceContext(include_declaration=True)
        spots = await one.client.text_document_references_async(
            types.ReferenceParams(**ask, context=context)
        )
        assert spots is not None
        files = {Path(spot.uri).parent.name for spot in spots}
        assert files == {GAME, "rosters"}
        edit = await one.client.text_document_rename_async(
            types.RenameParams(**ask, new_name="gimli-of-erebor")
        )
        assert edit is not None
        assert edit.changes is not None
        assert sum(map(len, edit.changes.values())) == len(spots)
        assert {change.new_text for changes in edit.changes.values() for change in changes} == {
            "gimli-of-erebor"
        }

        # Format: as fmt does; what is tidy stays.
        document = types.TextDocumentIdentifier(_uri(army_list))
        untidy = own.replace('"id"', '"id" ', 1)
        one.type(army_list, untidy)
        tidy = await one.client.text_document_formatting_async(
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
        )
        assert tidy is not None
        assert tidy[0].new_text == own


def test_games_are_read_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SHIPPED / GAME, tmp_path / GAME)
    workspace = Workspace([])
    workspace.roots = [tmp_path]
    assert sum(1 for _ in workspace.begin()) > 3
    known = workspace.game(tmp_path / GAME / "ruleset.json")

    def refuse(path: Path) -> None:
        raise AssertionError(path)

    with monkeypatch.context() as patched:
        patched.setattr("listbuilder.lsp.workspace.parse", refuse)
        patched.setattr("listbuilder.lsp.workspace.SourceMap", refuse)
        assert workspace.game(tmp_path / GAME / "ruleset.json") is known
        assert known is not None
        assert known.judge is not None
        there = list(workspace.around(known))
        assert len(there) > len(known.files)
        assert all(file.places for file in there)


def test_a_file_that_was_written_anew_is_read_again(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED / GAME, tmp_path / GAME)
    path = tmp_path / GAME / "ruleset.json"
    workspace = Workspace([])
    before = workspace.read(path)
    assert before is not None
    assert workspace.read(path) is before
    workspace.texts[path] = before.text.replace('"id"', '"my-id"', 1)
    typed = workspace.read(path)
    assert typed is not None
    assert "my-id" in typed.data
    del workspace.texts[path]
    closed = workspace.read(path)
    assert closed is not None
    assert "my-id" not in closed.data
    path.write_text(before.text.replace('"id"', '"other-id"', 1), encoding="utf-8")
    written = workspace.read(path)
    assert written is not None
    assert "other-id" in written.data
