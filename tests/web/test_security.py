"""Who is kept out, and of what."""

import asyncio
import json
import os
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.parse import quote

import pytest

from listbuilder.web.app import create_app
from listbuilder.web.http.security import MOST_SENT, POLICY
from listbuilder.web.storage.files import MOST_BYTES, Store
from listbuilder.web.storage.reading import LONGEST_TEXT, MOST_SELECTIONS
from tests.web.browser import Browser

POST: dict[str, Any] = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "path": "/import",
    "raw_path": b"/import",
    "query_string": b"",
    "server": ("127.0.0.1", 8765),
    "client": ("127.0.0.1", 1),
}
"""A form that is sent, but for its headers."""

SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example:8765", "127.0.0.1.evil.example:8765", "127.0.0.1", "127.0.0.1:80", ""),
        *("localhost:1", "[::1", "[::1]:9999", "127.0.0.1:8765:8765", "192.168.0.7:8765"),
        *("::1:8765", "[127.0.0.1]:8765", "[::1]x:8765", "\xe9:8765", "127.0.0.1:\xb2"),
    ],
)
def test_other_hosts_get_nothing(browser: Browser, host: str) -> None:
    answer = browser.get("/", headers={"Host": host.encode("latin-1")})
    assert answer.status_code == 421
    assert "My armies" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"]
)
def test_hosts_of_this_machine_are_served(browser: Browser, host: str) -> None:
    assert browser.get("/", headers={"Host": host}).status_code == 200


def test_beyond_loopback_addresses_are_served_and_names_are_not(folder: Path) -> None:
    browser = Browser(folder, host="0.0.0.0")
    assert browser.get("/", headers={"Host": "192.168.0.7:8765"}).status_code == 200
    assert browser.get("/", headers={"Host": "evil.example:8765"}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "https://127.0.0.1:8765"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_forms_of_other_sites_are_refused(
    browser: Browser, heads: str, headers: dict[str, str]
) -> None:
    browser.get("/")
    answer = browser.post("/change", {"do": "delete", "army": heads}, headers=headers)
    assert answer.status_code == 403
    assert browser.get(f"/army/{heads}").status_code == 200


ELSEWHERE = [{"Sec-Fetch-Site": site} for site in ("cross-site", "same-site", "odd")]
LINK = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize("site", ELSEWHERE)
@pytest.mark.parametrize(
    "use",
    [
        {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"},
        {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"},
        {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
        {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "object"},
        {},
    ],
)
def test_other_sites_can_ask_for_nothing(
    browser: Browser, heads: str, site: dict[str, str], use: dict[str, str]
) -> None:
    for page in ("/", f"/army/{heads}", f"/army/{heads}/sheets.pdf", f"/army/{heads}/export"):
        answer = browser.get(page, headers=site | use)
        assert answer.status_code == 403
        assert "Gorbag" not in answer.text


@pytest.mark.parametrize("site", ELSEWHERE)
def test_other_sites_can_link_here(browser: Browser, heads: str, site: dict[str, str]) -> None:
    assert browser.get(f"/army/{heads}", headers=site | LINK).status_code == 200
    assert browser.ask("HEAD", "/", headers=site | LINK).status_code == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_own_pages_and_the_user_can_ask_for_all(browser: Browser, heads: str, site: str) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}
    assert browser.get(f"/army/{heads}", headers=headers).status_code == 200


def test_other_origins_can_ask_for_nothing_where_the_browser_tells_no_more(
    browser: Browser, heads: str
) -> None:
    answer = browser.get(f"/army/{heads}", headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize("token", ["", "x" * 43, "\xe9" * 43, "\u2028", "\ud7ff", None])
def test_form_without_the_browsers_token_is_refused(
    browser: Browser, heads: str, token: str | None
) -> None:
    browser.get("/")
    fields = {"do": "delete", "army": heads} | ({"token": token} if token is not None else {})
    assert browser.ask("POST", "/change", data=fields).status_code == 403
    assert "Nothing was changed" in browser.text
    assert browser.get(f"/army/{heads}").status_code == 200


@pytest.mark.parametrize(
    "charset",
    ["undefined", "idna", "punycode", "utf-7", "unicode_escape", "utf-16", "zlib_codec", "rot13"],
)
def test_parts_in_odd_characters_are_refused(browser: Browser, charset: str) -> None:
    head = b'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n'
    kind = f"multipart/form-data; boundary=b; charset={charset}"
    body = head + b"\\ud800-\xff\r\n--b--\r\n"
    browser.get("/")
    answer = browser.ask("POST", "/import", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "cookie", [b"\xe9" * 43, b'"' + b"\\" * 20_000 + b'"', b"=;" * 10_000, b"\x01"]
)
def test_odd_cookies_are_nothing_to_us_and_cost_nothing(
    browser: Browser, heads: str, cookie: bytes
) -> None:
    browser.get("/")
    ours = f"listbuilder-8765={browser.token}".encode()
    browser.cookies.clear()
    headers = [(b"cookie", b"listbuilder-8765=" + cookie)]
    assert browser.ask("GET", "/", headers=headers).headers["set-cookie"]
    form = {"do": "duplicate", "army": heads, "token": browser.token}
    browser.cookies.clear()
    answer = browser.ask("POST", "/change", data=form, headers=headers)
    assert answer.status_code == 403
    headers = [(b"cookie", cookie + b"; " + ours)]
    form["token"] = ours.partition(b"=")[2].decode()
    assert browser.ask("POST", "/change", data=form, headers=headers).status_code == 303


def test_token_without_its_cookie_is_refused(browser: Browser, heads: str) -> None:
    browser.get("/")
    token = browser.token
    browser.cookies.clear()
    fields = {"do": "delete", "army": heads, "token": token}
    assert browser.ask("POST", "/change", data=fields).status_code == 403


def test_cookie_is_for_this_site_alone_and_not_for_scripts(browser: Browser) -> None:
    cookie = browser.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_page_survives_a_new_start_of_the_server(folder: Path, heads: str) -> None:
    first = Browser(folder)
    first.get(f"/army/{heads}")
    again = Browser(folder)
    again.cookies, again.last = first.cookies, first.last
    assert again.press("remove:1.2").status_code == 200
    assert "Orc Captain" in again.text


@pytest.mark.parametrize("page", ["/", "/examples", "/army/heads-over-the-wall", "/nothing"])
def test_pages_load_only_what_is_ours_and_hold_no_script_or_style(
    browser: Browser, heads: str, page: str
) -> None:
    answer = browser.get(page)
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|https?://", answer.text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text)


def test_names_are_escaped_everywhere(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}?at=1.1")
    browser.press("set:1.1", name=SCRIPT, notes=SCRIPT)
    browser.press("set:1.1", name=f'"{SCRIPT}')
    browser.get("/")
    browser.press("rename", name=SCRIPT)
    for page in ("/", f"/army/{heads}", f"/army/{heads}?at=1.1", f"/army/{heads}?at=."):
        assert "<script>alert" not in browser.get(page).text
        assert "alert(1)" in browser.text


@pytest.mark.parametrize(
    "key",
    [
        *("..%2Fsecret", "%2Fetc%2Fpasswd", "%2e%2e%2fsecret", ".hidden", "secret%00"),
        *("link", "folder", "a%5Cb", "no-such"),
    ],
)
def test_only_plain_files_of_the_folder_are_read(
    browser: Browser, folder: Path, heads: str, key: str
) -> None:
    text = (folder / f"{heads}.json").read_text(encoding="utf-8")
    (folder.parent / "secret.json").write_text(text, encoding="utf-8")
    (folder / ".hidden.json").write_text(text, encoding="utf-8")
    (folder / "folder.json").mkdir()
    (folder / "link.json").symlink_to(folder.parent / "secret.json")
    for page in (f"/army/{key}", f"/army/{key}/export"):
        assert browser.get(page).status_code in (404, 307)
        assert "Gorbag" not in browser.text
    browser.get("/")
    assert "secret" not in browser.text
    assert "hidden" not in browser.last.text.replace(" hidden>", "").replace('"hidden"', "")


@pytest.mark.parametrize("army", ["../secret", "/etc/passwd", "", ".", "no-such"])
@pytest.mark.parametrize("do", ["delete", "duplicate", "rename", "restore"])
def test_nothing_outside_the_folder_is_changed(
    browser: Browser, folder: Path, heads: str, do: str, army: str
) -> None:
    text = (folder / f"{heads}.json").read_text(encoding="utf-8")
    (folder.parent / "secret.json").write_text(text, encoding="utf-8")
    browser.get("/")
    answer = browser.post("/change", {"do": do, "army": army, "name": "x"})
    assert answer.status_code == 404
    assert (folder.parent / "secret.json").read_text(encoding="utf-8") == text
    assert [path.name for path in folder.iterdir()] == [f"{heads}.json"]


def test_too_much_at_once_is_refused(browser: Browser, heads: str) -> None:
    browser.get("/")
    answer = browser.post("/import", {}, files={"file": ("a.json", b" " * MOST_SENT)})
    assert answer.status_code == 413
    assert "This is too large: no more than 3,000,000 bytes at once." in answer.text
    assert '<a class="button" href="/">' in answer.text


def test_too_much_without_a_length_is_refused(folder: Path) -> None:
    app = create_app(folder)
    sent: list[dict[str, Any]] = []
    kind = (b"content-type", b"multipart/form-data; boundary=b")
    scope = {**POST, "headers": [(b"host", b"127.0.0.1:8765"), kind]}

    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    bodies = chain([head], repeat(b"a" * 100_000))

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": next(bodies), "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 413


@pytest.mark.parametrize(
    "query", ["at=" + "1." * 1_000, "at=" + "x" * 2_000, "q=" + "%C3%A9" * 400, "a&" * 1_001]
)
def test_too_long_questions_are_refused(browser: Browser, heads: str, query: str) -> None:
    assert browser.get(f"/army/{heads}?{query}").status_code == 414


@pytest.mark.parametrize("length", ["9" * 5_000, "9" * 20, "-1", "1e3", ""])
def test_odd_lengths_are_refused(browser: Browser, length: str) -> None:
    answer = browser.ask("POST", "/import", content=b"", headers={"Content-Length": length})
    assert answer.status_code == 413


def test_bodies_in_pieces_are_refused(folder: Path) -> None:
    app = create_app(folder)
    sent: list[dict[str, Any]] = []
    pieces = [(b"host", b"127.0.0.1:8765"), (b"transfer-encoding", b"chunked")]

    async def receive() -> dict[str, Any]:
        raise AssertionError("nothing of it is read")

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app({**POST, "headers": pieces}, receive, send))
    assert sent[0]["status"] == 411
    assert (b"connection", b"close") in sent[0]["headers"]


@pytest.mark.parametrize("field", ["at", "to", "place", "q", "x" * 100_000])
def test_too_long_fields_are_refused(browser: Browser, heads: str, field: str) -> None:
    browser.get(f"/army/{heads}")
    fields = {"do": "remove:1.1", "version": browser.version, field: "x" * 100_000}
    answer = browser.post(f"/army/{heads}/edit", fields)
    assert answer.status_code == 413
    assert "100,000 characters" in answer.text


def test_too_many_fields_are_refused(browser: Browser, heads: str) -> None:
    browser.get(f"/army/{heads}")
    fields = {f"n.{number}": "1" for number in range(100_000)}
    assert browser.post(f"/army/{heads}/edit", fields).status_code == 400


def test_huge_file_is_not_read_but_exported(browser: Browser, folder: Path) -> None:
    folder.mkdir()
    data = b" " * (MOST_BYTES + 1) + b"\xff"
    (folder / "huge.json").write_bytes(data)
    assert browser.get("/army/huge").status_code == 404
    assert browser.get("/").status_code == 200
    assert "larger than" in browser.text
    assert "/army/huge/export" in browser.text
    assert browser.get("/army/huge/export").content == data
    assert browser.get("/army/huge/play").status_code == 404


@pytest.mark.parametrize(
    ("army", "reason"),
    [
        ([{"entry": "orc-warrior"}] * (MOST_SELECTIONS + 1), "1,001 selections is too large"),
        ([{"entry": "a", "with": [{"entry": "b"}] * 400}] * 3, "1,203 selections is too large"),
        ([{"entry": "a", "name": "x" * (LONGEST_TEXT + 1)}], "2,001 characters is too long"),
        ([{"entry": "a", "at": "x" * (LONGEST_TEXT + 1)}], "2,001 characters is too long"),
        ([{"x" * (LONGEST_TEXT + 1): 1}], "2,001 characters is too long"),
    ],
)
def test_armies_larger_than_pages_are_refused_by_every_door(
    browser: Browser, folder: Path, army: list[object], reason: str
) -> None:
    catalogues = {"mordor": "1"}
    roster = {"ruleset": "mesbg", "name": "Large", "catalogues": catalogues, "army": army}
    text = json.dumps(roster)
    folder.mkdir()
    (folder / "large.json").write_text(text, encoding="utf-8")
    assert browser.get("/army/large").status_code == 422
    assert reason in browser.text
    assert browser.get("/army/large/export").text == text
    browser.get("/")
    assert reason in browser.text
    assert browser.post("/import", {}, files={"file": ("a.json", text)}).status_code == 422
    assert reason in browser.text
    browser.get("/shared")
    for do in ("", "keep"):
        assert browser.post("/shared", {"text": text, "do": do}).status_code == 422
        assert reason in browser.text
    assert [path.name for path in folder.glob("*.json")] == ["large.json"]


def test_edit_that_makes_an_army_larger_than_pages_is_refused(
    browser: Browser, folder: Path, heads: str
) -> None:
    browser.get(f"/army/{heads}?at=1.1")
    fields = {"version": browser.version, "do": "set:1.1", "name": "x" * (LONGEST_TEXT + 1)}
    assert browser.post(f"/army/{heads}/edit", fields).status_code == 422
    assert "too long for these pages" in browser.text
    statuses = []
    for number in ("1", "1.1", "1.2", "1.1.1", "1.1.2", "1.2.1"):
        browser.get(f"/army/{heads}")
        fields = {"version": browser.version, "do": f"set:{number}", "notes": "n" * 99_000}
        statuses.append(browser.post(f"/army/{heads}/edit", fields).status_code)
    assert statuses == [200] * 5 + [507]
    assert "it would be larger than 500,000 bytes" in browser.text
    assert browser.get(f"/army/{heads}").status_code == 200


def test_import_of_more_than_can_be_shown_is_refused_unread(browser: Browser) -> None:
    browser.get("/")
    large = {"file": ("a.json", b"[" + b" " * MOST_BYTES)}
    assert browser.post("/import", {}, files=large).status_code == 422
    assert "larger than 500,000 bytes" in browser.text


@pytest.mark.parametrize("number", ["9" * 5_000, "-1", "²", "1_0", "x"])
def test_examples_that_are_not_there_are_refused(browser: Browser, number: str) -> None:
    browser.get("/examples")
    assert browser.post("/import", {"example": number}).status_code == 422


def test_what_one_would_wait_for_is_not_opened(browser: Browser, folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "pipe.json")
    (folder / "zero.json").symlink_to("/dev/zero")
    (folder / "round.json").symlink_to("round.json")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "door.json"))
        for key in ("pipe", "zero", "round", "door"):
            for page in ("", "/export", "/play", "/sheets.pdf"):
                assert browser.get(f"/army/{key}{page}").status_code == 404
        assert browser.get("/").status_code == 200
        assert browser.text.count("is a folder, a link or a pipe") == 4
        for do in ("duplicate", "rename", "delete"):
            assert browser.post("/change", {"do": do, "army": "pipe"}).status_code == 404
            browser.get("/")


def test_pipe_in_the_place_of_a_file_that_was_there_is_not_waited_for(
    browser: Browser, folder: Path, heads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "path", lambda store, key: store.folder / f"{key}.json")
    (folder / f"{heads}.json").unlink()
    os.mkfifo(folder / f"{heads}.json")
    assert browser.get(f"/army/{heads}").status_code == 404
    assert browser.get(f"/army/{heads}/export").status_code == 404


def test_new_army_is_not_written_where_a_link_leads(browser: Browser, folder: Path) -> None:
    folder.mkdir()
    (folder / "ours.json").symlink_to(folder.parent / "elsewhere.json")
    browser.get("/new/mesbg")
    answer = browser.post("/new/mesbg", {"list": "mordor", "name": "Ours", "army.points": "300"})
    assert answer.status_code == 200
    assert str(answer.url).endswith("/army/ours-2")
    assert not (folder.parent / "elsewhere.json").exists()


@pytest.mark.parametrize(
    "name",
    [" a", "a ", "a b", "a\nb", "?x=1", "#x", "a:b", "%2e%2e", "<b>", "ä", "…", "a" * 250, "\x01"],
)
def test_files_with_odd_names_are_armies_like_others(
    browser: Browser, folder: Path, heads: str, name: str
) -> None:
    path = folder / f"{name}.json"
    path.write_bytes((folder / f"{heads}.json").read_bytes())
    (folder / f"{heads}.json").rename(folder / "a.json")
    browser.get("/")
    address = f"/army/{quote(name, safe='')}"
    assert f'href="{address}"' in browser.last.text
    assert browser.get(address).status_code == 200
    assert browser.get(f"{address}/export").content == path.read_bytes()
    browser.get("/")
    browser.post("/change", {"do": "delete", "army": name})
    assert not path.exists()
    assert (folder / "a.json").exists()
    if len(name) < 100:
        assert browser.post("/change", {"do": "restore", "army": name}).status_code == 200


def test_file_whose_name_is_no_text_is_told_and_nothing_else(
    browser: Browser, folder: Path, heads: str
) -> None:
    try:
        os.link(folder / f"{heads}.json", os.fsencode(folder) + b"/b\xff.json")
    except OSError:
        pytest.skip("this disk takes only text for names")
    assert browser.get("/").status_code == 200
    assert "is no text (UTF-8): rename it" in browser.text
    assert f'href="/army/{heads}"' in browser.last.text
    assert browser.get("/army/b%FF").status_code == 404


def test_two_who_make_one_name_at_once_both_keep_theirs(folder: Path) -> None:
    stores = [Store(folder), Store(folder)]
    with ThreadPoolExecutor(2) as both:
        for number in range(20):
            begin = Barrier(2)

            def create(store: Store, begin: Barrier = begin, name: str = f"army {number}") -> str:
                begin.wait()
                return store.create(name, str(stores.index(store)).encode())

            keys = list(both.map(create, stores))
            assert len({*keys}) == 2
            assert [stores[0].read(key) for key in keys] == [b"0", b"1"]


def test_read_only_changes_nothing_and_offers_nothing(folder: Path, heads: str) -> None:
    writing = Browser(folder)
    writing.get(f"/army/{heads}")
    browser = Browser(folder, read_only=True)
    browser.get("/")
    offered = [form for form in browser.forms() if form["action"] != "/language"]
    assert all(form["buttons"] == [] for form in offered)
    browser.cookies, token, version = writing.cookies, writing.token, writing.version
    before = (folder / f"{heads}.json").read_bytes()
    fields = {"token": token, "version": version, "do": "remove:1.1"}
    assert browser.ask("POST", f"/army/{heads}/edit", data=fields).status_code == 403
    assert (folder / f"{heads}.json").read_bytes() == before
    assert browser.get(f"/army/{heads}").status_code == 200
    assert ">Undo" not in browser.text


def test_bug_in_a_request_shows_a_page_and_leaves_the_army_whole(
    browser: Browser, folder: Path, heads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (folder / f"{heads}.json").read_bytes()
    browser.get(f"/army/{heads}")
    monkeypatch.setattr("listbuilder.web.routes.edit.dispatch", lambda *_: 1 / 0)
    answer = browser.press("remove:1.2")
    assert answer.status_code == 500
    assert "A bug of ours, sorry: ZeroDivisionError" in browser.text
    assert answer.headers["content-security-policy"] == POLICY
    assert (folder / f"{heads}.json").read_bytes() == before


def test_odd_methods_and_addresses_get_a_page(browser: Browser) -> None:
    assert browser.ask("PUT", "/", headers={}).status_code == 405
    assert browser.get("/" + "a" * 3000).status_code == 414
    assert browser.get("/new/no-such").status_code == 404
    assert browser.get("/assets/x/no.css").status_code == 404
    assert browser.get("/assets/x/..%2Fbase.html").status_code == 404
