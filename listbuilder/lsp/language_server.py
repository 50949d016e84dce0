"""The language server: answers an editor over stdio (Language Server Protocol 3.17)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from listbuilder.findings import Finding, Severity
from listbuilder.loading.layout import tidied
from listbuilder.loading.schema import FileKind
from listbuilder.loading.side_by_side import LIVES_LONG, collect_seldom
from listbuilder.loading.source_map import TOKEN
from listbuilder.lsp.completion import proposals
from listbuilder.lsp.cursor import Cursor, cursor_at
from listbuilder.lsp.hover import hover
from listbuilder.lsp.name_uses import Name, meaning
from listbuilder.lsp.renaming import NoRenameError, Occurrence, definitions, occurrences, renamed
from listbuilder.lsp.workspace import KnownGame, Workspace
from listbuilder.messages import gettext, message_of, translated

PAUSE = 0.3
"""Seconds without a key press after which files are linted."""

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
ITEMS = {
    "key": types.CompletionItemKind.Property,
    "word": types.CompletionItemKind.EnumMember,
    "entry": types.CompletionItemKind.Class,
    "keyword": types.CompletionItemKind.Keyword,
}


def serve_editor(data: Sequence[Path], version: str) -> None:
    """Answer an editor over stdin and stdout until it ends the session.

    Args:
        data: folders with rulesets, beside the files' own folders.
        version: the program's version.
    """
    collect_seldom(LIVES_LONG)
    made(data, version).start_io()


def made(data: Sequence[Path], version: str) -> LanguageServer:
    """Make a server with all its features registered."""
    server = LanguageServer("listbuilder", version)
    answers = _Answers(server, Workspace(data))
    for method, answer in (
        (types.INITIALIZED, answers.begun),
        (types.TEXT_DOCUMENT_DID_OPEN, answers.opened),
        (types.TEXT_DOCUMENT_DID_CHANGE, answers.changed),
        (types.TEXT_DOCUMENT_DID_SAVE, answers.saved),
        (types.TEXT_DOCUMENT_DID_CLOSE, answers.closed),
        (types.TEXT_DOCUMENT_HOVER, answers.hover),
        (types.TEXT_DOCUMENT_DEFINITION, answers.definition),
        (types.TEXT_DOCUMENT_REFERENCES, answers.references),
        (types.TEXT_DOCUMENT_RENAME, answers.rename),
        (types.TEXT_DOCUMENT_FORMATTING, answers.formatting),
    ):
        server.feature(method)(partial(answer))  # methods take no attributes
    options = types.CompletionOptions(trigger_characters=['"'])
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(partial(answers.completion))
    return server


class _Answers:
    """The handlers of the editor's notifications and requests."""

    def __init__(self, server: LanguageServer, workspace: Workspace) -> None:
        self._server = server
        self._workspace = workspace
        self._waiting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None

    def begun(self, params: types.InitializedParams) -> None:
        """Note the folders that the editor has open, and begin to read their games."""
        folders = self._server.workspace.folders.values()
        self._workspace.roots = [path for one in folders if (path := _path(one.uri)) is not None]
        self._reading = asyncio.get_running_loop().create_task(self._begin())

    async def _begin(self) -> None:
        for _ in self._workspace.begin():
            await asyncio.sleep(0)  # requests that come meanwhile are answered first

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """Note the text of a file that is opened."""
        self._take(params.text_document.uri)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Note the changed text of a file."""
        self._take(params.text_document.uri)

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """Read the games anew: other files may depend on the saved one."""
        self._take(params.text_document.uri)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget the text that was not saved."""
        path = _path(params.text_document.uri)
        if path is not None:
            self._workspace.texts.pop(path, None)
        self._tell(params.text_document.uri, ())

    def completion(self, params: types.CompletionParams) -> types.CompletionList | None:
        """List the completions at a position."""
        at = self._at(params.text_document, params.position)
        if at is None:
            return None
        _, text, cursor, kind, known = at
        start, end = cursor.start, cursor.end
        items = [
            types.CompletionItem(
                label=one.name,
                kind=ITEMS.get(one.about, types.CompletionItemKind.Value),
                detail=one.about,
                documentation=one.text or None,
                filter_text=f'"{one.name}"',
                text_edit=types.TextEdit(_range(text, start, end), f'"{one.name}"'),
            )
            for one in proposals(cursor, kind, known)
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Explain the name or key at a position."""
        at = self._at(params.text_document, params.position)
        if at is None:
            return None
        path, text, cursor, kind, known = at
        said = hover(cursor, _name(cursor, kind), kind, known, path)
        if not said:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, said)
        return types.Hover(content, _range(text, cursor.start, cursor.end))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        """List the definitions of the name at a position."""
        at = self._at(params.text_document, params.position)
        if at is None or (name := _name(at[2], at[3])) is None or at[4] is None:
            return []
        return [_location(occurrence) for occurrence in definitions(name, at[4])]

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        """List the uses of the name at a position."""
        at = self._at(params.text_document, params.position)
        if at is None or (name := _name(at[2], at[3])) is None or at[4] is None:
            return []
        return [
            _location(occurrence) for occurrence in occurrences(name, at[0], at[4], self._workspace)
        ]

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit:
        """Rename a name in the game and in its rosters."""
        at = self._at(params.text_document, params.position)
        if at is None or (name := _name(at[2], at[3])) is None or at[4] is None:
            raise JsonRpcInvalidParams(translated(gettext("Nothing that has a name stands here.")))
        try:
            occurrences = renamed(name, params.new_name, at[0], at[4], self._workspace)
        except NoRenameError as error:
            raise JsonRpcInvalidParams(translated(message_of(error))) from None
        changes: dict[str, list[types.TextEdit]] = {}
        for occurrence in occurrences:
            uri = uris.from_fs_path(str(occurrence.path)) or ""
            changes.setdefault(uri, []).append(
                types.TextEdit(_occurrence_range(occurrence), params.new_name)
            )
        return types.WorkspaceEdit(changes=changes)

    def formatting(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        """Format a file as ``fmt`` does; a file that can't be read is left as it is."""
        path = _path(params.text_document.uri)
        file = self._workspace.read(path) if path is not None else None
        if path is None or file is None or file.text != self._workspace.text(path):
            return []
        tidy = tidied(file.text, file.kind)
        return [types.TextEdit(_range(file.text, 0, len(file.text)), tidy)]

    def _at(
        self, document: types.TextDocumentIdentifier, position: types.Position
    ) -> tuple[Path, str, Cursor, FileKind, KnownGame | None] | None:
        """Find file, text, cursor, kind and game of a position; None for other files."""
        path = _path(document.uri)
        kind = self._workspace.kind(path) if path is not None else None
        if path is None or kind is None:
            return None
        text = self._workspace.text(path)
        line = _line(text, position.line)
        before = line.encode("utf-16-le")[: 2 * position.character].decode("utf-16-le", "ignore")
        offset = _start(text, position.line) + len(before)
        return path, text, cursor_at(text, offset), kind, self._workspace.game(path)

    def _take(self, uri: str) -> None:
        path = _path(uri)
        if path is None:
            return
        self._workspace.texts[path] = self._server.workspace.get_text_document(uri).source
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().create_task(self._lint())

    async def _lint(self) -> None:
        """Lint all open files once no key was pressed for a while."""
        await asyncio.sleep(PAUSE)
        for path, found in (await asyncio.to_thread(self._look)).items():
            self._tell(uris.from_fs_path(str(path)) or "", found, self._workspace.text(path))

    def _look(self) -> dict[Path, tuple[Finding, ...]]:
        self._workspace.read_anew()
        return self._workspace.findings()

    def _tell(self, uri: str, findings: Iterable[Finding], text: str = "") -> None:
        diagnostics = [
            types.Diagnostic(
                _finding_range(text, one),
                translated(one.message),
                severity=SEVERITIES[one.severity],
                code=one.code,
                source="listbuilder",
            )
            for one in findings
        ]
        told = types.PublishDiagnosticsParams(uri, diagnostics)
        self._server.text_document_publish_diagnostics(told)


def _path(uri: str) -> Path | None:
    """Give a file's path; None for an address of no file, such as of a text never saved."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path).absolute() if path else None


def _name(cursor: Cursor, kind: FileKind) -> Name | None:
    return meaning(cursor.path, cursor.at_key, cursor.said, kind) if cursor.said else None


def _location(occurrence: Occurrence) -> types.Location:
    return types.Location(
        uris.from_fs_path(str(occurrence.path)) or "", _occurrence_range(occurrence)
    )


def _occurrence_range(occurrence: Occurrence) -> types.Range:
    line, start = occurrence.line - 1, _columns(occurrence.before)
    end = start + _columns(occurrence.said)
    return types.Range(types.Position(line, start), types.Position(line, end))


def _finding_range(text: str, finding: Finding) -> types.Range:
    """Give the range of a finding: from its position to the end of the name or number there."""
    start = _start(text, (finding.line or 1) - 1) + (finding.column or 1) - 1
    found = TOKEN.match(text, start)
    return _range(text, start, found.end() if found else start)


def _range(text: str, start: int, end: int) -> types.Range:
    return types.Range(_position(text, start), _position(text, end))


def _position(text: str, offset: int) -> types.Position:
    """Give line and column of an offset, from 0; columns count UTF-16 units, as editors do."""
    begins = text.rfind("\n", 0, offset) + 1
    return types.Position(text.count("\n", 0, offset), _columns(text[begins:offset]))


def _columns(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _start(text: str, line: int) -> int:
    at = 0
    for _ in range(line):
        at = text.find("\n", at) + 1
        if at == 0:
            return len(text)
    return at


def _line(text: str, number: int) -> str:
    start = _start(text, number)
    end = text.find("\n", start)
    return text[start : len(text) if end < 0 else end]
