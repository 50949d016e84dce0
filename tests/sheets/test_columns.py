"""Columns come out as WeasyPrint lays them out, each block of them laid out few times."""

from typing import Any

import pytest

from listbuilder.sheets.render.pdf import PdfRenderer
from listbuilder.sheets.render.weasyprint_boxes import edges, inside

TEXTS = [f"{'A rule of so many words. ' * (3 + 7 * place % 11)}" for place in range(40)]
TABLE = f"<table><tbody>{'<tr><td>1</td><td>It misfires.</td></tr>' * 4}</tbody></table>"
PASSAGES = "".join(
    f'<article class="passage"><h2>{place}</h2><p>{text}</p>{TABLE * (place % 3 == 0)}</article>'
    for place, text in enumerate(TEXTS)
)
HEAD = "<head><title>Columns</title><style>@page { size: 148mm 210mm }</style></head>"
HTML = f"""<html lang="en">{HEAD}<body>
<section class="reference"><h1>Rules</h1><div class="flow">{PASSAGES}</div></section>
</body></html>"""


def words(document: Any) -> list[tuple[int, str, Any]]:
    """The pieces of text with their pages and places."""
    return [
        (number, box.text, edges(box))
        for number, page in enumerate(document.pages)
        for box in inside(page._page_box)
        if getattr(box, "text", "")
    ]


def test_blocks_of_columns_are_laid_out_once_and_come_out_where_they_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renderer = PdfRenderer()
    from weasyprint.layout import block

    line_layout, lines = block._linebox_layout, [0]

    def counted(*given: Any) -> Any:
        lines[0] += 1
        return line_layout(*given)

    monkeypatch.setattr(block, "_linebox_layout", counted)
    copied = renderer.lay_out(HTML)
    few = lines[0]
    monkeypatch.setattr(block, "block_container_layout", block.block_container_layout.__wrapped__)
    anew = renderer.lay_out(HTML)
    assert few < (lines[0] - few) / 2
    assert len(copied.pages) == len(anew.pages) > 2
    for (page, text, here), (other, same, there) in zip(words(copied), words(anew), strict=True):
        assert (page, text) == (other, same)
        assert here.holds(there)
        assert there.holds(here)
