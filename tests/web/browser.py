"""A browser without a window: it follows links and sends forms, as one without scripts would."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx

from listbuilder.web.app import create_app

HOST = "http://127.0.0.1:8765"


class Forms(HTMLParser):
    """Reads the forms of a page: where each goes, its fields and its buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._select: tuple[str, bool] | None = None
        self._area: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({"action": given.get("action", ""), "fields": {}, "buttons": []})
        if not self.forms:
            return
        form = self.forms[-1]
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "input" and name and "disabled" not in given and given.get("type") != "file":
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                form["fields"].setdefault(name, []).append(value)
        elif tag == "select" and name:
            self._select = (name, False)
        elif tag == "option" and self._select:
            name, chosen = self._select
            if "selected" in given or not chosen:
                form["fields"][name] = [value]
                self._select = (name, True)
        elif tag == "textarea" and name:
            self._area = name
            form["fields"][name] = [""]
        elif tag == "button" and name and "disabled" not in given:
            form["buttons"].append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None and self.forms:
            self.forms[-1]["fields"][self._area][0] += data


class Browser:
    """Asks an application for pages; keeps cookies and the last page."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.app = create_app(folder, **options)
        self.cookies = httpx.Cookies()
        self.last: httpx.Response
        self.text = ""

    def ask(self, method: str, url: str, **request: Any) -> httpx.Response:
        """Ask for a page, without following where it leads."""

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(
                transport=transport, base_url=HOST, cookies=self.cookies
            ) as client:
                answer = await client.request(method, url, **request)
                self.cookies = client.cookies
                return answer

        self.last = asyncio.run(asked())
        self.text = html.unescape(self.last.text) if self._is_text() else ""
        return self.last

    def _is_text(self) -> bool:
        return str(self.last.headers.get("content-type")).startswith("text/")

    def get(self, url: str, **request: Any) -> httpx.Response:
        """Open a page."""
        return self.ask("GET", url, **request)

    def forms(self) -> list[dict[str, Any]]:
        """The forms of the last page."""
        return Forms(self.last.text).forms

    @property
    def token(self) -> str:
        """This browser's token, from the last page."""
        return self._field("token")

    @property
    def version(self) -> str:
        """The state of the army that the last page shows."""
        return self._field("version")

    def _field(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]+)"', self.last.text)
        assert found, f"no {name} on {self.last.url}"
        return found[1]

    def post(self, url: str, fields: Mapping[str, Any], **request: Any) -> httpx.Response:
        """Send fields with the page's token, and follow where that leads."""
        answer = self.ask("POST", url, data={"token": self.token, **fields}, **request)
        if answer.status_code == 303:
            return self.get(answer.headers["location"])
        return answer

    def press(self, value: str, **fields: Any) -> httpx.Response:
        """Press the button that sends this, with what its form holds."""
        for form in self.forms():
            if any(sent == value for _, sent in form["buttons"]):
                name = next(name for name, sent in form["buttons"] if sent == value)
                url = form["action"] or str(self.last.url)
                return self.post(url, {**form["fields"], name: value, **fields})
        raise AssertionError(f"no button {value}: {[form['buttons'] for form in self.forms()]}")

    def submit(self, action: str, **fields: Any) -> httpx.Response:
        """Send the first form that goes there, or whose fields hold this."""
        for form in self.forms():
            if form["action"] == action or [action] in form["fields"].values():
                url = form["action"] or str(self.last.url)
                return self.post(url, {**form["fields"], **fields})
        raise AssertionError(f"no form {action}")
