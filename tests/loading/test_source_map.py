"""Lines and columns of JSON pointers, and of what is not JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.errors import LoadError
from listbuilder.loading.input_limits import MOST_DEPTH
from listbuilder.loading.json_pointer import pointer_of
from listbuilder.loading.parse import parse_text
from listbuilder.loading.source_map import MOST_FAULTS, SourceMap, locate, locate_key
from tests.loading.strategies import values
from tests.sampling import examples

TEXT = """{
  "name": "Grond",
  "a/b": {"~": [10, [20], {"": null}]},
\t"army": [
    {"entry": "ram", "with": []}
  ]
}
"""


@pytest.mark.parametrize(
    ("pointer", "value", "key"),
    [
        ("", (1, 1), (1, 1)),
        ("/name", (2, 11), (2, 3)),
        ("/a~1b", (3, 10), (3, 3)),
        ("/a~1b/~0", (3, 16), (3, 11)),
        ("/a~1b/~0/0", (3, 17), (3, 17)),
        ("/a~1b/~0/1/0", (3, 22), (3, 22)),
        ("/a~1b/~0/2/", (3, 32), (3, 28)),
        ("/army", (4, 10), (4, 2)),
        ("/army/0/entry", (5, 15), (5, 6)),
        ("/army/0/with", (5, 30), (5, 22)),
    ],
)
def test_values_and_keys_are_located(
    pointer: str, value: tuple[int, int], key: tuple[int, int]
) -> None:
    assert locate(TEXT, pointer) == value
    assert locate_key(TEXT, pointer) == key


@pytest.mark.parametrize(
    ("pointer", "holder"),
    [
        ("/nothing", ""),
        ("/name/deeper/still", "/name"),
        ("/army/1", "/army"),
        ("/army/-", "/army"),
        ("/army/00", "/army"),
        ("/army/\u0660", "/army"),
        ("/army/99999999999999999999", "/army"),
        ("/army/0/entry/0", "/army/0/entry"),
        ("/army/0/with/0", "/army/0/with"),
    ],
)
def test_what_is_not_there_is_located_at_its_nearest_holder(pointer: str, holder: str) -> None:
    assert locate(TEXT, pointer) == locate(TEXT, holder)
    assert locate_key(TEXT, pointer) == locate_key(TEXT, holder)


@pytest.mark.parametrize("text", ["", " \n", "]", "nul"])
def test_a_text_without_a_value_has_no_places(text: str) -> None:
    assert locate(text, "") is None
    assert locate_key(text, "/a") is None


def test_of_a_broken_text_what_stands_before_the_fault_is_known() -> None:
    positions = SourceMap('{"a": 1,\n "b": [2, 3\n "c": 4}')
    assert positions.locate("/b/1") == (2, 11)
    assert positions.locate("/c") == (1, 1)


def test_lines_end_as_they_do_in_editors() -> None:
    assert locate('[1,\r\n 2,\n\n "\u2028\x85é", 3]', "/3") == (4, 9)


def test_the_later_of_two_keys_is_located() -> None:
    assert locate('{"a": 1, "a": 2}', "/a") == (1, 15)


@pytest.mark.parametrize(
    ("path", "pointer"), [((), ""), (("a/b", 0, "~1", ""), "/a~1b/0/~01/"), (("é",), "/é")]
)
def test_a_path_is_written_as_a_pointer(path: tuple[str | int, ...], pointer: str) -> None:
    assert pointer_of(path) == pointer


def places(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    inner: list[tuple[str | int, Any]] = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = list(enumerate(data))
    return [(path, data), *(place for key, part in inner for place in places(part, (*path, key)))]


@examples(100)
@given(data=values, indent=st.sampled_from([None, 0, 2, "\t"]), ascii_only=st.booleans())
def test_every_value_is_read_from_where_it_is_located(
    data: Any, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    lines = text.split("\n")
    positions = SourceMap(text)
    for path, value in places(data):
        line, column = positions.locate(pointer_of(path)) or (0, 0)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert json.JSONDecoder().raw_decode(rest)[0] == value
        line, column = positions.locate_key(pointer_of(path)) or (0, 0)
        if path and isinstance(path[-1], str):
            rest = lines[line - 1][column - 1 :]
            assert json.JSONDecoder().raw_decode(rest)[0] == path[-1]


CUTS = st.text('{}[]:,"\\\n 01-.eEtrufalsnNIy\u00e9\x00', max_size=4)


@examples(1000)
@given(data=values, place=st.integers(0, 60), length=st.integers(0, 3), put=CUTS)
def test_a_text_is_faultless_just_when_it_can_be_parsed(
    data: Any, place: int, length: int, put: str
) -> None:
    """The slow reading and the fast one agree on what JSON is."""
    text = json.dumps(data, ensure_ascii=False)
    place = min(place, len(text))
    text = text[:place] + put + text[place + length :]
    faults = SourceMap(text).faults
    try:
        parse_text(text)
    except LoadError as error:
        codes = [finding.code for finding in error.findings]
        assert codes == ([fault.code for fault in faults] if text.strip() else ["empty-file"])
        assert codes
    else:
        assert not faults


def test_nothing_is_too_deep_to_read() -> None:
    (fault,) = SourceMap("[" * 100_000).faults
    assert (fault.code, fault.at) == ("too-deep", MOST_DEPTH)


def test_faults_are_told_up_to_a_thousand() -> None:
    assert len(SourceMap(f"[{'NaN,' * 5000}1]").faults) == MOST_FAULTS
