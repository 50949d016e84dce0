"""The names that ``import listbuilder`` gives."""

import subprocess
import sys

import pytest

import listbuilder


@pytest.mark.parametrize("name", listbuilder.__all__)
def test_public_name_is_there(name: str) -> None:
    assert getattr(listbuilder, name).__doc__


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'undo'"):
        _ = listbuilder.undo


def test_checking_a_good_file_imports_nothing_heavy() -> None:
    code = """
import sys
from listbuilder import Library, check_file
library = Library()
result = check_file(library.rosters()[0], library)
assert result.verdict == "legal", result
heavy = {"weasyprint", "jinja2", "jsonschema", "difflib"}
heavy |= {"listbuilder.editing.mend", "listbuilder.model.odds", "listbuilder.model.play_aids"}
heavy.add("listbuilder.model.profile_types")
sys.exit(", ".join(heavy & sys.modules.keys()) or 0)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
