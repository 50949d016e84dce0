"""Files that pages load: styles, scripts and fonts, all of them our own."""

from __future__ import annotations

import hashlib
from gzip import compress
from pathlib import Path

import attrs
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from listbuilder.loading.folders import data_folder

TYPES = {
    ".svg": "image/svg+xml",
    ".css": "text/css",
    ".js": "text/javascript",
    ".woff2": "font/woff2",
}
WORKER = "play-worker.js"
FOR_EVER = "public, max-age=31536000, immutable"


@attrs.frozen
class Asset:
    """A file as it is sent; ``packed`` is None for files that are compressed by themselves."""

    data: bytes
    packed: bytes | None
    media_type: str
    mark: str


class Assets:
    """The files, read once; their addresses have a hash of their content, so browsers keep them."""

    def __init__(self) -> None:
        folder = data_folder("templates")
        paths = [*(folder / "web").iterdir(), *(folder / "fonts").iterdir()]
        self._files = {path.name: _read(path) for path in paths if path.suffix in TYPES}

    def url(self, name: str) -> str:
        """Give the address of a file."""
        return f"/assets/{self._files[name].mark}/{name}"

    def names(self) -> list[str]:
        """List the names of all files."""
        return sorted(self._files)

    async def answer(self, request: Request) -> Response:
        """Send a file, also at the address of an older version."""
        asset = self._files.get(request.path_params["name"])
        if asset is None:
            raise HTTPException(404)
        headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
        if request.path_params["name"] == WORKER:
            headers["Service-Worker-Allowed"] = "/army/"  # else only for what stands beside it
        data = asset.data
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            data = asset.packed
        return Response(data, headers=headers, media_type=asset.media_type)


def _read(path: Path) -> Asset:
    data = path.read_bytes()
    packed = None if path.suffix == ".woff2" else compress(data, mtime=0)
    return Asset(data, packed, TYPES[path.suffix], hashlib.sha256(data).hexdigest()[:12])
