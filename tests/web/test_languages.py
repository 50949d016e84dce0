"""Each browser is answered in its own language, whoever else asks meanwhile."""

import re
from pathlib import Path

import pytest

from listbuilder.web.http.languages import preferred
from tests.web.browser import Browser
from tests.web.conftest import bring

GERMAN = {"accept-language": "fr-CH, de;q=0.9, en;q=0.8"}


def test_page_is_in_the_language_that_a_browser_prefers(browser: Browser, heads: str) -> None:
    german = browser.ask("GET", "/", headers=GERMAN).text
    assert ('<html lang="de">' in german, "Eine Armee anfangen" in german) == (True, True)
    english = browser.get("/").text
    assert ('<html lang="en">' in english, "Begin an army" in english) == (True, True)
    assert "Kriegstrupps" in browser.ask("GET", f"/army/{heads}", headers=GERMAN).text
    assert "Warbands" in browser.get(f"/army/{heads}").text


def test_language_that_is_chosen_goes_before_what_the_browser_prefers(browser: Browser) -> None:
    browser.get("/games")
    assert "Kurzreferenz" in browser.post("/language", {"language": "de", "back": "/games"}).text
    browser.post("/language", {"language": "en", "back": "/games"})
    assert "Quick reference" in browser.ask("GET", "/games", headers=GERMAN).text


@pytest.mark.parametrize("back", ["//elsewhere.example", "/\\elsewhere", "https://x", "", "x"])
def test_choice_leads_back_to_pages_of_ours_alone(browser: Browser, back: str) -> None:
    browser.get("/")
    fields = {"token": browser.token, "language": "xx", "back": back}
    answer = browser.ask("POST", "/language", data=fields)
    assert (answer.headers["location"], "set-cookie" in answer.headers) == ("/", False)


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("de", ["de"]),
        ("en;q=0.5,de", ["de", "en"]),
        ("de;q=0, en", ["en"]),
        ("*, de;q=x, en;q=0.1", ["*", "en"]),
        ("", [""]),
        ("de;q=nan, en", ["en"]),
    ],
)
def test_preferred_languages(header: str, languages: list[str]) -> None:
    assert preferred(header) == languages


def test_keywords_are_found_in_each_language(browser: Browser, folder: Path) -> None:
    """What a form sends means the same in all languages."""
    key = bring(folder, "the-walls-of-the-reikland")
    pages = [
        browser.ask("GET", f"/army/{key}?at=1", headers=headers).text for headers in ({}, GERMAN)
    ]
    sent = [sorted(re.findall(r'name="\w+" value="([^"]*)"', page)) for page in pages]
    assert sent[0] == sent[1]
