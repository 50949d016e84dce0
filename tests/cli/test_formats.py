"""Every format holds every finding, and no name from elsewhere passes for anything else in it."""

import json
import os
import re
from pathlib import Path
from typing import Any
from unicodedata import category
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from listbuilder.checking.results import Result, VerdictName
from listbuilder.findings import Finding, Remedy, Severity, Share, Source
from listbuilder.report.formats import FORMATS, write_results
from listbuilder.report.quote import Quotes
from listbuilder.report.terminal import escape_control
from listbuilder.report.text import MOST_CODES, MOST_TOLD, to_text
from tests.cli.conftest import ROSTERS, Run
from tests.sampling import examples
from tests.work import work

SARIF = Draft4Validator(
    json.loads((Path(__file__).parent / "sarif.schema.json").read_text(encoding="utf-8"))
)
VERDICTS: tuple[VerdictName, ...] = ("legal", "illegal", "unusable")

EVIL = [
    "\n::error::x",
    "a,b:c%0A",
    "]]><!--&\"'",
    "\x1b[2J\u202e",
    "\udcff",
    "[a](http://b)",
    "##[x]",
]
names = st.text(max_size=12) | st.sampled_from(EVIL)
numbers = st.none() | st.integers(1, 10**6)

CONTROL: dict[str, str] = {}
"""The control characters besides line feeds that a format is made of."""


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    line = draw(numbers)
    return Finding(
        draw(names),
        draw(st.sampled_from(Severity)),
        draw(names),
        line=line,
        column=None if line is None else draw(st.integers(1, 10**6)),
        subject=tuple(draw(st.lists(names, max_size=2))),
        source=draw(st.none() | st.just(Source("book", page=3))),
        cite=draw(st.none() | names),
        title=draw(st.none() | names),
        found="3",
        parts=tuple(Share(name, "/army/0", 2, "1/2") for name in draw(st.lists(names, max_size=1))),
        remedies=tuple(Remedy(name, False) for name in draw(st.lists(names, max_size=2))),
    )


@st.composite
def results(draw: st.DrawFn) -> Result:
    found = tuple(draw(st.lists(findings(), max_size=3)))
    path = draw(names.filter(lambda name: "\0" not in name))
    verdict = draw(st.sampled_from(VERDICTS))
    return Result(path, verdict, found, draw(names), {"points": "5/2"}, {"points": 3})


many = st.lists(results(), max_size=3)
FINDING = Finding("too-many", Severity.ERROR, "Too many.", line=2, column=5)


@examples(100)
@given(said=many)
def test_github_holds_commands_alone(said: list[Result]) -> None:
    *commands, notice = write_results(said, "github").split("\n")
    assert notice.startswith("::notice title=Listbuilder::")
    found = [(result, finding) for result in said for finding in result.findings]
    assert len(commands) == len(found)
    for command, (result, finding) in zip(commands, found, strict=True):
        assert is_seen(command)
        _, head, message = command.split("::", 2)
        kind, _, rest = head.partition(" ")
        assert kind == finding.severity
        said_of = dict(pair.split("=", 1) for pair in rest.split(","))
        assert said_of.get("line") == (None if finding.line is None else str(finding.line))
        assert decoded(said_of["title"]) == escape_control(finding.code)
        lines = message.split("%0A")
        assert decoded(lines[0]) == escape_control(finding.message)
        assert len(lines) == 1 + len(finding.parts) + len(finding.remedies) + bool(finding.cite)
        assert Path(decoded(said_of["file"])) == Path(escape_control(result.path))


def is_seen(line: str) -> bool:
    """Whether it has only letters that can be seen, and spaces of any width."""
    return all(letter.isprintable() or category(letter) == "Zs" for letter in line)


def decoded(text: str) -> str:
    """Undo what GitHub's runner undoes."""
    for escape, letter in (("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, letter)
    return text


@examples(100)
@given(said=many)
def test_junit_is_xml_with_a_case_for_each_finding(said: list[Result]) -> None:
    root = ElementTree.fromstring(write_results(said, "junit").encode("utf-8"))
    suites = list(root)
    assert [suite.get("name") for suite in suites] == [
        escape_control(result.path) for result in said
    ]
    for suite, result in zip(suites, said, strict=True):
        cases = list(suite)
        assert len(cases) == max(1, len(result.findings)) == int(suite.get("tests") or 0)
        bad = [finding for finding in result.findings if finding.severity is Severity.ERROR]
        kind = "error" if result.verdict == "unusable" else "failure"
        told = [case.find(kind) for case in cases]
        assert [one.get("message") for one in told if one is not None] == [
            escape_control(finding.message) for finding in bad
        ]
        assert int(suite.get(f"{kind}s") or 0) == len(bad)
    assert int(root.get("tests") or 0) == sum(int(suite.get("tests") or 0) for suite in suites)


@examples(100)
@given(said=many)
def test_sarif_keeps_to_the_standard(said: list[Result]) -> None:
    log = json.loads(write_results(said, "sarif"))
    assert [error.message for error in SARIF.iter_errors(log)] == []
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    uris = [artifact["location"]["uri"] for artifact in run["artifacts"]]
    found = [(result, finding) for result in said for finding in result.findings]
    assert len(run["results"]) == len(found)
    for told, (_, finding) in zip(run["results"], found, strict=True):
        assert rules[told["ruleIndex"]]["id"] == told["ruleId"] == finding.code
        assert told["level"] == finding.severity
        (place,) = [location["physicalLocation"] for location in told["locations"]]
        assert place["artifactLocation"]["uri"] in uris
        assert place.get("region", {}).get("startLine") == finding.line
        assert not re.search(r"(?<!\\)\]\(", told["message"]["text"])
        assert all(map(is_seen, told["message"]["text"].split("\n")))
        assert told["properties"]["found"] == "3"
    for uri in uris:
        assert uri.isascii()
        assert set(uri).isdisjoint(' "<>\\^`{|}')


@pytest.mark.parametrize("form", FORMATS)
@examples(60)
@given(said=many)
def test_no_name_brings_a_control_character_or_half_a_letter(form: str, said: list[Result]) -> None:
    written = write_results(said, form)
    allowed = "\n" + CONTROL.get(form, "")
    assert [letter for letter in written if letter < " " and letter not in allowed] == []
    written.encode("utf-8")
    plain = attrs.evolve(FINDING, code="a\nb\tc", message="d\ne")
    one = attrs.evolve(FINDING, code="code", message="text")
    lines = [
        len(write_results([Result("a.json", "illegal", (it,))], form).splitlines())
        for it in (plain, one)
    ]
    assert lines[0] == lines[1], "nor a line of its own"


@examples(100)
@given(said=many)
def test_json_holds_all_that_was_found(said: list[Result]) -> None:
    text = write_results(said, "json")
    text.encode("utf-8")
    files = json.loads(text)["files"]
    assert [file["path"] for file in files] == [result.path for result in said]
    told = [finding["message"] for file in files for finding in file["findings"]]
    assert told == [finding.message for result in said for finding in result.findings]


@examples(100)
@given(said=many)
def test_text_is_fit_for_a_terminal(said: list[Result]) -> None:
    text = write_results(said, "text")
    assert all(is_seen(line) for line in text.split("\n"))
    for result in said:
        for finding in result.findings:
            assert escape_control(f"{finding.severity}: {finding.message} [{finding.code}]") in text


def test_uris_of_files_here_and_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paths = [
        "a b/ü.json",
        str(tmp_path / "in.json"),
        "/else where/x.json",
        os.fsdecode(b"\xff.json"),
    ]
    run = json.loads(write_results([Result(path, "legal") for path in paths], "sarif"))["runs"][0]
    uris = [artifact["location"]["uri"] for artifact in run["artifacts"]]
    assert uris == ["a%20b/%C3%BC.json", "in.json", "file:///else%20where/x.json", "%FF.json"]
    assert unquote(urlsplit(uris[2]).path) == "/else where/x.json"
    github = write_results([Result(str(tmp_path / "in.json"), "illegal", (FINDING,))], "github")
    assert github.splitlines()[0].startswith("::error file=in.json,line=2,col=5,title=too-many::")


def test_a_result_that_is_no_rosters_needs_no_costs_and_no_name() -> None:
    said = [Result("a.json", "illegal", (FINDING,)), Result("b.json", "legal")]
    assert write_results(said, "text").splitlines()[-4:] == [
        "verdict  findings  file",
        "illegal  1 error   a.json",
        "legal    none      b.json",
        "2 files: 1 legal, 1 illegal",
    ]
    assert write_results(said[1:], "text") == "b.json: legal"


@pytest.mark.parametrize("form", FORMATS)
def test_check_writes_every_format(run: Run, army: Path, form: str) -> None:
    said = run("check", army, ROSTERS[0], "nowhere.json", "--format", form)
    assert said.code == 2
    assert "no-army-leader" in said.out
    assert "no-such-file" in said.out
    assert "Traceback" not in said.err


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_says_that_all_is_well(run: Run, form: str) -> None:
    said = run("check", ROSTERS[0], "--format", form)
    assert said.code == 0
    assert "legal" in said.out or form == "sarif"


def test_a_file_name_that_is_no_text(run: Run) -> None:
    name = os.fsdecode(b"\xff\n.json")
    Path(name).write_text("{}", encoding="utf-8")
    for form in FORMATS:
        said = run("check", name, "--format", form)
        assert said.code == 2
        assert said.err == ""
        if form in ("text", "github"):
            assert "\\udcff\\u000a.json" in said.out


def quoted(text: str, run: Run, name: str = "x.json") -> list[str]:
    """The quotes among what check says of a file."""
    Path(name).write_text(text, encoding="utf-8", newline="")
    return [line for line in run("check", name).out.splitlines() if re.match(r" +\d* \| ", line)]


def roster(**more: Any) -> str:
    return json.dumps({"ruleset": "mesbg", "name": "x", "catalogues": {}, **more})


def test_the_source_line_is_quoted_with_carets_under_what_is_meant(run: Run) -> None:
    text = '{\n\t"ruleset": "mesbg", "nmae": "日本\\n",\n  "catalogues": {"mordor": 1.5}\n}\n'
    assert quoted(text, run) == [
        '    2 | "ruleset": "mesbg", "nmae": "日本\\n",',
        "      |                     ^^^^^^",
        '    3 | "catalogues": {"mordor": 1.5}',
        "      |                          ^^^",
    ]


def test_wide_letters_and_accents_take_the_room_that_they_take(run: Run) -> None:
    text = '{"ruleset": "mesbg",\n"name": "日e\u0301\u202e", "x": 1, "catalogues": {}}'
    assert quoted(text, run) == [
        '    2 | "name": "日e\u0301\\u202e", "x": 1, "catalogues": {}}',
        f"      | {' ' * len('`name`: `..e.u202e`, ')}^^^",
    ]


def test_a_selection_of_several_lines_is_quoted_by_its_first(run: Run, army: Path) -> None:
    run("add", army, "orc-captain", "--with", "shield")
    run("add", army, "orc-tracker", "--count", "4")
    run("set", army, "orc-captain", "name=Captain of the long line")
    said = run("check", army).out.splitlines()
    assert any(re.fullmatch(r'    \d+ \| "entry": "mordor",', line) for line in said)
    assert any(re.fullmatch(r"     +\| \^{17}", line) for line in said)
    assert not any("| {" in line for line in said), "the roster itself is not quoted"


def test_a_long_line_is_quoted_in_part(run: Run) -> None:
    text = roster(
        catalogues={"mordor": "1.0.0"}, army=[{"entry": "mordor"}] * 99 + [{"entry": "x"}]
    )
    (line, carets) = quoted(text, run)
    assert line.startswith("    1 | …")
    assert len(line) <= 84
    start = carets.index("^")
    assert line[start : start + carets.count("^")] == '"x"'


def test_what_is_not_json_is_marked_where_it_stops(run: Run) -> None:
    assert quoted('{"ruleset": "mesbg",\r\n "name" 1}', run) == [
        '    2 | "name" 1}',
        "      |        ^",
    ]
    assert quoted('{"ruleset": "a\tb"}', run)[1] == "      |               ^"
    assert quoted('{"ruleset": 1,\n\n', run) == []


def test_a_file_that_is_gone_by_then_is_not_quoted() -> None:
    said = write_results([Result("gone.json", "illegal", (FINDING,))], "text")
    assert said.splitlines()[0] == "gone.json:2:5: error: Too many. [too-many]"
    assert "|" not in said


MANY = Result(
    "army.json",
    "illegal",
    tuple(
        Finding(f"rule-{number % 30}" if number >= MOST_TOLD else "first", Severity.ERROR, "No.")
        for number in range(MOST_TOLD + 95)
    ),
)


def test_text_tells_the_first_findings_and_counts_the_others() -> None:
    *told, counted, end = write_results([MANY], "text").splitlines()
    assert told == ["army.json: error: No. [first]"] * MOST_TOLD
    head, _, codes = counted.partition("--all): ")
    assert head == "army.json: 95 more (check and lint tell them with "
    assert codes.startswith("4 × rule-20, 4 × rule-21, ")
    assert codes.count(" × ") == MOST_CODES
    assert codes.endswith(", 10 other codes")
    assert end == "army.json: illegal"
    assert len(to_text([MANY], every=True).splitlines()) == MOST_TOLD + 95 + 1


def test_text_says_for_how_many_no_remedy_was_tried() -> None:
    found = tuple(Finding("x", Severity.ERROR, "No.", untried=number > 1) for number in range(5))
    said = write_results([Result("a.json", "illegal", found)], "text")
    assert "a.json: nothing was tried to mend 3 of these: that would take too long." in said


def test_check_and_lint_tell_all_if_asked(run: Run, tmp_path: Path) -> None:
    roster = json.loads(ROSTERS[0].read_text(encoding="utf-8"))
    roster["army"] = [{"entry": f"nobody-{number}"} for number in range(MOST_TOLD + 5)]
    file = tmp_path / "army.json"
    file.write_text(json.dumps(roster), encoding="utf-8")
    for command in ("check", "lint"):
        assert run(command, file).out.count("[unknown-entry]") == MOST_TOLD
        assert "5 more" in run(command, file).out
        assert run(command, file, "--all").out.count("[unknown-entry]") == MOST_TOLD + 5


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_takes_linear_time(form: str) -> None:
    """Each finding may have a code of its own."""

    def written(number: int) -> int:
        found = tuple(Finding(f"code-{one}", Severity.ERROR, "No.") for one in range(number))
        return work(lambda: write_results([Result("a.json", "illegal", found)], form))

    written(1)
    assert written(800) < 5 * written(200)


def test_quoting_reads_no_more_of_a_line_than_it_shows(tmp_path: Path) -> None:
    """All of a file may stand in one line, each value around the next."""

    def quoted(number: int) -> int:
        file = tmp_path / f"{number}.json"
        file.write_text("[" + '{"a":[' * number + "]}" * number + "]", encoding="utf-8")
        quotes = Quotes(str(file))
        places = range(2, 6 * number, 6)
        found = [Finding("x", Severity.ERROR, "No.", "/0", 1, place) for place in places]
        return work(lambda: [list(quotes.of(finding)) for finding in found])

    quoted(1)
    assert quoted(400) < 5 * quoted(100)


def test_a_long_name_makes_no_other_line_of_the_table_long() -> None:
    said = [Result("a.json", "legal", name="n" * 1_000_000), *[Result("b.json", "legal")] * 50]
    assert len(write_results(said, "text")) < 60 * 500


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([("Orc", 2, "2"), ("Troll", 1, "1"), ("Orc", 3, "3")], "5 × Orc; 1 × Troll"),
        ([("Dwarf", 4, "28"), ("Shield", 4, "4")], "28: 4 × Dwarf; 4: 4 × Shield"),
    ],
)
def test_parts_of_one_name_are_one_and_a_sum_tells_their_worth(
    parts: list[tuple[str, int, str]], said: str
) -> None:
    shares = tuple(Share(name, "/army/0", count, amount) for name, count, amount in parts)
    found = attrs.evolve(FINDING, parts=shares)
    text = to_text([Result("a.json", "illegal", (found,))])
    assert f"made up of {said}" in text.splitlines()[1]
