"""The guide, to read beside the builder."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from listbuilder.messages import language
from listbuilder.web.http.context import page
from listbuilder.web.views.guide_pages import START, guide_page, guide_pictures


async def show(request: Request) -> Response:
    """Show a page of the guide, or a picture of it."""
    name = request.path_params["name"]
    if name in (pictures := guide_pictures()):
        return FileResponse(pictures[name])
    if (found := guide_page(name, language())) is None:
        raise HTTPException(404)
    return page(request, "guide.html", guide=found, is_start=name == START)
