"""Copyfitting of cards: nothing is cut off, and the type is as large as can be.

Heights come from the advances of the fonts, before anything is laid out. Of the few sizes of type
(``typescale``) the size is taken that needs the fewest cards; of several the largest. Blocks that
do not fit on a face go on a further one: the back, where cards are printed on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from xml.etree.ElementTree import Element, fromstring

import attrs

from listbuilder.sheets.options import Options
from listbuilder.sheets.render.block_heights import TextRun, extent, lines, runs
from listbuilder.sheets.render.blocks import Block, blocks_of, part_block, xml_of
from listbuilder.sheets.render.typescale import FaceGeometry, geometry

PRICE = 0.3
"""Largest share of a band's width for a price."""


ICON = 0.52
"""Side of a drawing, as a share of the band's height."""

PART: TextRun = ("\xa0· 10\xa0/\xa010", "bold", 1.0)
"""The longest mark of a face, behind a name or a source, where a card has several faces."""


@attrs.frozen
class FitResult:
    """The size of type that a card was set in, and the faces that it takes.

    Attributes:
        points: size of its text, in points.
        smaller: the size is not the largest of the type scale.
        faces: number of its faces.
    """

    points: float
    smaller: bool
    faces: int


@attrs.frozen
class FittedCard:
    """A card on its faces, each as HTML."""

    size: FitResult
    faces: tuple[str, ...]


@attrs.frozen
class TypesetCard:
    """A card whose blocks are set on faces in a size of type.

    Attributes:
        left: free height of the last face, in points.
    """

    points: float
    faces: tuple[tuple[Block, ...], ...]
    left: float


def copyfit(card: str, options: Options, room: float = 1.0) -> FittedCard:
    """Set a card: on as few cards as can be, then in the largest type that they allow.

    Args:
        card: the card's XML, of ``card_html``.
        options: options of printing, such as the size of cards.
        room: the share of a face's height that may be filled, up to 1.
    """
    face = geometry(options)
    parts = CardParts(card, face)
    sides = 1 + options.duplex
    settings = [parts.setting(points, room) for points in face.scale.text]
    # The largest size is the first, and ``min`` takes the first of several.
    best = min(settings, key=lambda one: ceil(len(one.faces) / sides))
    faces = parts.with_rules(best, room, sides)
    size = FitResult(best.points, best.points < face.scale.text[0], len(faces))
    return FittedCard(size, tuple(parts.html(faces, best.points)))


class CardParts:
    """The parts of a card: bands, foot, blocks that must be on it, and rules that may be."""

    def __init__(self, card: str, face: FaceGeometry) -> None:
        self.face = face
        root = fromstring(card)  # noqa: S314 - our own template's, without a document type
        self.classes = root.get("class") or ""
        self.band, self.further, *blocks, self.foot = root
        self.rules = [block for block in blocks if block.get("class") == "means"]
        self.blocks = [block for block in blocks if block.get("class") != "means"]
        self.heads = (self._set_band(), self._set_further())
        self.foot_height = self._foot_height()

    def setting(self, points: float, room: float) -> TypesetCard:
        """Set the blocks that must be on the card in a size of type, in points."""
        blocks = [*blocks_of(self.blocks, self.face, points)]
        whole = self._spread(blocks, points, room, part_tables=False)
        split = self._spread(blocks, points, room, part_tables=True)
        return split if len(split.faces) < len(whole.faces) else whole

    def with_rules(
        self, setting: TypesetCard, room: float, sides: int
    ) -> tuple[tuple[Block, ...], ...]:
        """Add as many rules as there is room for, short ones first; on a free back, too."""
        faces = [*setting.faces]
        left = setting.left
        rules = [*blocks_of(self.rules, self.face, setting.points)]
        if len(faces) % sides and sum(rule.height for rule in rules) > left and rules:
            faces.append(())
            left = self._room(1, room)
        chosen = []
        for rule in sorted(rules, key=lambda rule: rule.height):
            left -= rule.height
            if left < 0:
                break
            chosen.append(rule)
        faces[-1] += tuple(rule for rule in rules if rule in chosen)
        return tuple(face for face in faces if face) or ((),)

    def html(self, faces: Sequence[Sequence[Block]], points: float) -> Iterator[str]:
        """Yield the HTML of each face, with bands and foot."""
        several = len(faces)
        for number, blocks in enumerate(faces):
            part = f"{number + 1}\xa0/\xa0{several}" if several > 1 else ""
            head = self.further if number else self.band
            for place in (*head.iter("span"), *self.foot.iter("span")):
                if place.get("class") == "part":
                    place.text = f"\xa0· {part}" if part else ""
            height = self._room(number, 1.0)
            inner = "".join(xml_of(block.element) for block in blocks)
            yield (
                f'<article class="{self.classes}" style="font-size: {points:g}pt">{xml_of(head)}'
                f'<div class="body" style="height: {height:.2f}pt">{inner}</div>'
                f"{xml_of(self.foot)}</article>"
            )

    def _room(self, number: int, room: float) -> float:
        """Give the height of a face's body, in points."""
        free = self.face.height - self.heads[bool(number)] - self.foot_height
        return (free - 2 * self.face.scale.padding * 0.6) * room

    def _spread(
        self, blocks: Sequence[Block], points: float, room: float, *, part_tables: bool
    ) -> TypesetCard:
        faces: list[list[Block]] = [[]]
        left = self._room(0, room)
        waiting = [*reversed(blocks)]
        while waiting:
            block = waiting.pop()
            needed = block.height
            if block.leads and waiting:
                needed += min(waiting[-1].height, self.face.scale.numbers * 2)
            if needed <= left:
                faces[-1].append(block)
                left -= block.height
                continue
            whole = self._room(len(faces), room)
            may_part = part_tables and block.table is not None
            if block.height > whole or may_part:
                first, second = part_block(block, left, self.face, points)
                fits = first.height <= left
                if (fits or not faces[-1]) and second.height < block.height:
                    faces[-1].append(first)
                    waiting.append(second)
                elif not faces[-1]:
                    faces[-1].append(block)  # it can't be parted any more
                else:
                    waiting.append(block)
            elif not faces[-1]:
                faces[-1].append(block)
            else:
                waiting.append(block)
            if waiting:
                faces.append([])
                left = whole
            else:
                left = 0.0
        return TypesetCard(points, tuple(map(tuple, faces)), left)

    def _set_band(self) -> float:
        """Place the name in its band: in the middle, between the drawing and the price.

        All three are in the flow of the text, the later ones moved up, so that they are read and
        drawn in their order. Returns the band's height in points.
        """
        scale = self.face.scale
        name, *rest = self.band
        price = next((one for one in rest if one.tag == "div"), None)
        icon = next((one for one in rest if one.tag == "svg"), None)
        width, under = (0.0, 0.0) if price is None else self._price_size(price)
        side = scale.band * ICON if icon is not None else 0.0
        before = side + 4 if icon is not None else 0.0
        beside = width + 4 if price is not None else 0.0
        room = self.face.width - beside - before
        size = scale.name
        many = lines(runs(name), room / size)
        if many > 2:
            size = max(scale.name * 0.78, scale.text[0])
            many = lines(runs(name), room / size)
        height = max(scale.band, many * size * 1.05 + 5, under + 6)
        top = (height - many * size * 1.05) / 2
        padding = f"{top:.2f}pt {beside:.2f}pt 0 {before:.2f}pt"
        name.set("style", f"font-size: {size:g}pt; padding: {padding}; height: {height:.2f}pt")
        self.band.set("style", f"height: {height:.2f}pt")
        at = height
        if price is not None:
            up = (height - under) / 2 - at
            price.set(
                "style", f"width: {width:.2f}pt; height: {under:.2f}pt; margin-top: {up:.2f}pt"
            )
            at += up + under
        if icon is not None:
            up = (height - side) / 2 - at
            icon.set("style", f"width: {side:.2f}pt; height: {side:.2f}pt; margin-top: {up:.2f}pt")
        return height

    def _price_size(self, price: Element) -> tuple[float, float]:
        """Give width and height of a price, in points; its longest word stays on one line."""
        scale = self.face.scale
        parts = [(line, size) for line, size in zip(price, (scale.name, scale.fine), strict=True)]
        extents = [(extent(runs(line)), size) for line, size in parts]
        longest = max(word * size for (word, _), size in extents)
        whole = max(all_of_it * size for (_, all_of_it), size in extents)
        width = max(longest, min(whole, self.face.width * PRICE)) + 1
        height = sum(lines(runs(line), width / size) * size * 1.06 for line, size in parts)
        return width, height

    def _set_further(self) -> float:
        size = self.face.scale.text[0]
        count = lines([*runs(self.further, "bold"), PART], self.face.width / size)
        height = count * size * 1.2 + 5
        self.further.set("style", f"height: {height:.2f}pt")
        return height

    def _foot_height(self) -> float:
        size = self.face.scale.fine
        source, label, *_ = self.foot
        alone, both = (
            lines([*(run for one in shown for run in runs(one)), PART], self.face.width / size)
            for shown in ((source,), (source, label))
        )
        if alone < both and source.text:
            self.foot.remove(label)
        if not "".join(self.foot.itertext()).strip():
            return 0.0
        count = lines([*runs(self.foot), PART], self.face.width / size)
        height = count * size * 1.1 + 2
        self.foot.set("style", f"height: {height:.2f}pt")
        return height
