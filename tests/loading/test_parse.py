"""What is no file, no text or no JSON is told with its place, and never as a traceback."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.errors import LoadError
from listbuilder.findings import Finding, Severity
from listbuilder.loading import parse as module
from listbuilder.loading.folders import data_folder
from listbuilder.loading.input_limits import MOST_BYTES, MOST_DEPTH
from listbuilder.loading.parse import parse, parse_text

ROSTERS = sorted(data_folder("catalogues").glob("*/rosters/*.json"))
FAR = "9" * 5000


def refused(path: str | Path) -> tuple[Finding, ...]:
    with pytest.raises(LoadError) as caught:
        parse(path)
    assert caught.value.path == str(path)
    return caught.value.findings


def refused_text(text: str) -> tuple[Finding, ...]:
    with pytest.raises(LoadError) as caught:
        parse_text(text)
    assert caught.value.path == "<text>"
    return caught.value.findings


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(
        '\ufeff{"name": "Éomer 😀",\r\n "points": [1, -2, 0.5, 1e2, null]}\r\n'.encode()
    )
    parsed = parse(path)
    assert parsed.path == str(path)
    assert parsed.text.startswith('{"name"')
    assert parsed.data == {"name": "Éomer 😀", "points": [1, -2, 0.5, 100.0, None]}
    assert parse(str(path)).data == parse_text("\ufeff" + parsed.text).data == parsed.data


@pytest.mark.parametrize("text", ["0", '"[[["', "true", "null", '"\\ud83d\\ude00"', "-0.0"])
def test_any_value_is_json(text: str) -> None:
    assert parse_text(text).text == text


def test_what_may_be_is_taken_up_to_the_last() -> None:
    for text in (
        "[" * MOST_DEPTH + "]" * MOST_DEPTH,
        f'["{"[" * 1000}", {{"a": "{"{" * 1000}"}}]',
        f"[{'[],' * 1000}[]]",
    ):
        assert parse_text(text).data == json.loads(text)
    assert parse_text("[999999999999999, -999999999999999]").data == [10**15 - 1, 1 - 10**15]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "empty-file", None, None),
        (" \r\n\t", "empty-file", None, None),
        ("points: 3", "not-json", 1, 1),
        ('{"a": 1,}', "not-json", 1, 9),
        ("[1,\n2,\n]", "not-json", 3, 1),
        ("]", "not-json", 1, 1),
        ('{"a": ]', "not-json", 1, 7),
        ("[1 2]", "not-json", 1, 4),
        ('{"a"; 1}', "not-json", 1, 5),
        ('{"a": 1\n "b": 2}', "not-json", 2, 2),
        ("{1: 2}", "not-json", 1, 2),
        ("{'a': 1}", "not-json", 1, 2),
        ("[1] // done", "not-json", 1, 5),
        ('["Gandalf]', "not-json", 1, 2),
        ('["Gandalf\n"]', "not-json", 1, 10),
        ('["a\tb"]', "not-json", 1, 4),
        ('["\\x"]', "not-json", 1, 3),
        ('["\\u12g4"]', "not-json", 1, 3),
        ("[01]", "not-json", 1, 3),
        ("[+1]", "not-json", 1, 2),
        ("[.5]", "not-json", 1, 2),
        ("[1.]", "not-json", 1, 3),
        ("[True]", "not-json", 1, 2),
        ("[NaN]", "not-a-number", 1, 2),
        ("[1, -Infinity]", "not-a-number", 1, 5),
        (f"[{FAR}]", "huge-number", 1, 2),
        ("[\n-1000000000000000]", "huge-number", 2, 1),
        ("[1e999]", "huge-number", 1, 2),
        ("[-1e999]", "huge-number", 1, 2),
        ('["\\ud800"]', "broken-character", 1, 2),
        ('{"\\uDFFF": 1}', "broken-character", 1, 2),
        ('["\ud800"]', "broken-character", 1, 2),
        ('{"a": 1, "b": 2,\n"a": 3}', "duplicate-key", 2, 1),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_bad_json_is_told_with_its_place(
    text: str, code: str, line: int | None, column: int | None
) -> None:
    (finding,) = refused_text(text)
    assert (finding.code, finding.line, finding.column) == (code, line, column)
    assert finding.severity is Severity.ERROR
    assert finding.message.encode().endswith(b".")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("[" * 65 + "]" * 65, 65),
        ('{"a":' * 65 + "1" + "}" * 65, 321),
        ("[" * 64 + '"' + "]" * 100 + '", [1]' + "]" * 64, 169),
        ("[" * 100_000, 65),
        ('{"a":' * 100_000, 321),
    ],
    ids=["lists", "objects", "brackets in text", "100,000 lists", "100,000 objects"],
)
def test_what_is_too_deep_is_told_with_its_place(text: str, column: int) -> None:
    (finding,) = refused_text(text)
    assert (finding.code, finding.line, finding.column) == ("too-deep", 1, column)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "the file ends where a key in double quotes or “}” should be"),
        ("[1,]", "there is a comma before “]”"),
        ('{"a" 1}', "“:” after the key should be here, not “1”"),
        ('["a" "b"]', '“,” or “]” should be here, not "b"'),
        ("\u00a01", "a value should be here, not the character U+00A0"),
        ('["a', "the text that begins here has no closing quote"),
        ('["a\n"]', "the line ends before the closing quote"),
        ('["\x00"]', "the character U+0000 can't stand inside quotes as it is"),
        ('["\\q"]', 'a backslash stands only before one of "\\/bfnrt and uXXXX'),
        (f"[1 {'x' * 99}]", f"“,” or “]” should be here, not “{'x' * 60}…”"),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_what_should_be_there_is_said(text: str, message: str) -> None:
    assert refused_text(text)[0].message == f"This is not JSON: {message}."


def test_all_that_can_be_told_of_a_text_is_told() -> None:
    text = '{"a": NaN,\n "b": {"c/d": 1, "c/d": 1},\n "a": ["\\ud800", 1234567890123456], }'
    assert [
        (finding.code, finding.pointer, finding.line, finding.column)
        for finding in refused_text(text)
    ] == [
        ("not-a-number", "/a", 1, 7),
        ("duplicate-key", "/b/c~1d", 2, 18),
        ("duplicate-key", "/a", 3, 2),
        ("broken-character", "/a/0", 3, 8),
        ("huge-number", "/a/1", 3, 18),
        ("not-json", "", 3, 37),
    ]


def test_a_file_cut_off_anywhere_is_told_so(tmp_path: Path) -> None:
    whole = min((path.read_bytes() for path in ROSTERS), key=len)
    cut = tmp_path / "cut.json"
    for length in range(len(whole.rstrip())):
        cut.write_bytes(whole[:length])
        (finding,) = refused(cut)
        assert finding.code in ("empty-file", "not-json", "not-utf-8")
        assert finding.code == "empty-file" or finding.line


@pytest.mark.parametrize(
    ("raw", "line", "column"),
    [
        (b"\xff\xfe{\x00", 1, 1),
        (b'{"name":\n "\xc3\xa9\xe9"}', 2, 4),
        (b'\xef\xbb\xbf{"a": "\xed\xa0\x80"}', 1, 8),
        (b'["\xf0\x9f\x98"]', 1, 3),
        (b"\x80", 1, 1),
    ],
)
def test_what_is_not_utf_8_is_told_with_its_place(
    raw: bytes, line: int, column: int, tmp_path: Path
) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes(raw)
    (finding,) = refused(path)
    assert (finding.code, finding.line, finding.column) == ("not-utf-8", line, column)


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    monkeypatch.setattr(module, "_read_blocks", None)
    (finding,) = refused(path)
    assert finding.code == "too-large"
    assert finding.message == "The file is larger than 16 MiB."


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b"[1]".ljust(MOST_BYTES))
    assert parse(path).data == [1]


def test_of_an_endless_device_no_more_is_read_than_may_be() -> None:
    assert [finding.code for finding in refused("/dev/zero")] == ["too-large"]


def test_a_pipe_can_be_read() -> None:
    read, write = os.pipe()
    os.write(write, b"[1]")
    os.close(write)
    try:
        assert parse(f"/dev/fd/{read}").data == [1]
    finally:
        os.close(read)


def test_a_missing_file_is_told_with_one_of_a_like_name(tmp_path: Path) -> None:
    (tmp_path / "gondor.json").touch()
    (finding,) = refused(tmp_path / "gonder.json")
    assert finding.code == "no-such-file"
    assert finding.message == "There is no such file. Did you mean “gondor.json”?"


@pytest.mark.parametrize(
    "name", ["gone.json", "gone/roster.json", "there.json/roster.json", "a\0b"]
)
def test_a_missing_file_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "there.json").touch()
    (tmp_path / "gone.json").symlink_to("nowhere")
    (finding,) = refused(tmp_path / name)
    assert finding.code == "no-such-file"


def test_a_folder_is_told(tmp_path: Path) -> None:
    assert [finding.code for finding in refused(tmp_path)] == ["is-a-folder"]


def test_what_can_not_be_opened_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket has to be short
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("socket.json")
        (finding,) = refused("socket.json")
    assert finding.code == "unreadable"
    assert finding.message.startswith("The file can't be read: ")


def test_what_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.json"
    path.write_text("[1]", encoding="utf-8")
    path.chmod(0)
    if os.geteuid() == 0:  # who may read all

        def forbidden(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", forbidden)
    (finding,) = refused(path)
    assert finding.code == "unreadable"
    assert finding.message == "The file can't be read: Permission denied."


def test_a_caller_without_stack_left_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Exhausted:
        def decode(self, text: str) -> None:
            raise RecursionError

    monkeypatch.setattr(module, "DECODER", Exhausted())
    assert [finding.code for finding in refused_text("[[]]")] == ["too-deep"]


def test_json_that_only_the_fast_reading_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_refuse_faults", lambda *_: None)
    (finding,) = refused_text("[1\n 2]")
    assert (finding.code, finding.line, finding.column) == ("not-json", 2, 2)


def test_the_good_path_imports_nothing_heavy() -> None:
    code = (
        "import sys; from listbuilder.loading.parse import parse; parse(sys.argv[1]); "
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, ROSTERS[0]],
        cwd=Path(module.__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {*done.stdout.split()} & {
        *("jsonschema", "difflib"),
        *("listbuilder.loading.source_map", "listbuilder.loading.schema"),
    }
