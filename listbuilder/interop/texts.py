"""Reading armies from lines of text: our own, and those of BattleScribe and New Recruit.

A line of ours is a selection: its number, copies, name, the player's name for it, models, the
selection that it is placed at, its options in brackets, and after two spaces its cost::

    1.1 6 × Orc “The Third” (20) at the Gate [Shield, 3 × Spear]  36 points

Numbers and costs may be left out; a line that is indented further stands in the line above. Lines
with a title have the owner, choices and notes. A number tells selections of the same name apart;
an option that could stand in several slots is followed by its slot's title. The player's own words
are escaped (``literal``)::

    Siege: defender
    1 The army
      Note: they come by night
      1.1 Orc at Tower #2 [Cloak (Second hero)]

A line of the other programs ends with its contents, and has the cost of the whole::

    . Pikemen [36pts]: 6x Pikeman [30pts], Shield [6pts]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from listbuilder.interop.battlescribe import amount
from listbuilder.interop.foreign import ForeignForce, ForeignRoster, ForeignSelection
from listbuilder.interop.literal import QUOTED, goes_on, meant, unquoted
from listbuilder.interop.refusal import refusal
from listbuilder.messages import gettext
from listbuilder.model.language import MOST_COPIES

MOST_LINES = 2_000
LONGEST_LINE = 2_000
"""Most characters of a line."""

MOST_WITHIN = 32
"""Most selections inside each other: as many as a roster's file may have."""

TAIL = rf"\s+{QUOTED}|\s+\(\d+\)|\s+at\s|\s+\[[^\]]*\]|\s{{2,}}"
"""Parts of a line that may follow the name."""

LINE = re.compile(
    r"(?P<indent>\s*+)(?:[-*•]\s+)?(?:\d+(?:\.\d+)*\s+(?![×x]\s))?"
    rf"(?:(?P<many>\d+)\s*[×x]\s*)?(?P<name>\S(?:(?!{TAIL}).)*+)"
    rf"(?:\s+(?P<called>{QUOTED}))?(?:\s+\((?P<size>\d+)\))?"
    rf"(?:\s+at\s+(?P<at>{QUOTED}(?: #\d+)?|\S(?:(?!\s+\[[^\]]*\]|\s{{2,}}).)*+))?"
    r"(?:\s+\[(?P<options>[^\]]*)\])?(?:\s{2,}.*)?"
)
HEAD = re.compile(r"(?P<name>.*?)\s*\((?P<game>[^()]*)\):(?P<rest>(?:(?!\([^()]*\):).)*)")
NOTE, PLAYER, TEAM = gettext("Note"), gettext("Player"), gettext("Team")
ARMY_LISTS = gettext("Army lists")
"""Titles of lines that are no selections, in every game."""

LISTED = "; "
"""Between the names of army lists."""

MARKDOWN = "## "
"""Beginning of an army that is written as Markdown."""

OWN_HEAD = re.compile(r".*\([^()]*\): (?:.*, )?(?:legal|illegal|unfinished)")
FENCE, CITED = "```", re.compile(r"^\s*> ?")
"""Marks that chats put around lines: code fences, and quotations."""

GAME = re.compile(r"(?P<game>.+?), (?P<rest>(?:-?\d|legal|illegal).*)")
COST = re.compile(r" – -?\d[\w ,.]*$")
MARKS = re.compile(r"\\(.)|\*\*")
"""Markdown's signs: an escaped character, and the marks of bold letters."""

SUMMED = re.compile(rf"{QUOTED}: .*")
"""A line that sums up a selection with a name of the player's."""

SAID = re.compile(
    rf"(?P<indent>\s*+)(?:[-*•]\s+)?(?P<title>{NOTE}|{PLAYER}|{TEAM}|{ARMY_LISTS}):"
    r"(?: (?P<said>.*))?",
    re.IGNORECASE,
)
LIMIT = re.compile(r"of (\d{1,9}) ([\w ]+)")
OTHERS = re.compile(r"^\s*#?\s*\+\+ ", re.MULTILINE)
"""Beginning of a force's line in the texts of the other programs."""

FORCE = re.compile(r"#?\s*\+\+ (?P<name>.+?)(?: \[(?P<costs>[^\]]*)\])? \+\+(?: \[[^\]]*\])?")
LIST = re.compile(r".*\((?P<list>.+)\)")
OTHER_LINE = re.compile(
    r"(?P<deep>(?:\. )*)(?P<bullet>•\s*)?(?:(?P<many>\d+)x )?(?P<name>[^\[\]:]+?)"
    r"(?: ?\[(?P<costs>[^\]]*)\])?(?:: (?P<parts>.*))?"
)
PART = re.compile(r"(?:(?P<many>\d+)\s*[×x]\s*)?(?P<name>[^\[\]]+?)(?: ?\[(?P<costs>[^\]]*)\])?")
PARTING = re.compile(r",\s*(?![^\[]*\])")
POINTS = re.compile(r"(-?[\d,]+(?:\.\d+)?) ?(?:pts|points)\b", re.IGNORECASE)


def read_lines(text: str, path: str) -> ForeignRoster:
    """Read an army from lines, of ours or of another program.

    Raises:
        LoadError: the text is empty or too long, or a line can't be read.
    """
    said = text.splitlines()
    text = _unwrapped(said)
    if text.startswith(MARKDOWN) and not OTHERS.search(text):
        text = _plain(text)
    first = len(said) - len(text.splitlines()) + 1
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), first)]
    lines = [(number, line.expandtabs()) for number, line in lines if line.strip()]
    if not lines:
        raise refusal(path, "no-roster", gettext("There is nothing to read."))
    if len(lines) > MOST_LINES:
        raise refusal(
            path,
            "too-large",
            gettext("An army has no more than {most_lines} lines.", most_lines=MOST_LINES),
        )
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            message = gettext(
                "Line {number} has more than {longest_line} characters.",
                number=number,
                longest_line=LONGEST_LINE,
            )
            raise refusal(path, "too-large", message)
    return _of_others(lines, path) if OTHERS.search(text) else _of_ours(lines, path)


def _unwrapped(lines: list[str]) -> str:
    """Cut an army out of a chat message: from its head on, without fences and quotation marks."""
    filled = [line for line in lines if line.strip()]
    if all(line.lstrip().startswith(">") for line in filled):
        lines = [CITED.sub("", line) for line in lines]
    lines = ["" if line.strip().startswith(FENCE) else line for line in lines]
    heads = (at for at in range(len(lines)) if _is_head(lines, at))
    return "\n".join(lines[next(heads, 0) :])


def _is_head(lines: Sequence[str], at: int) -> bool:
    """Whether a line is the head of an army of ours, as text or as Markdown."""
    line = lines[at].strip()
    if not line.startswith(MARKDOWN):
        return OWN_HEAD.fullmatch(line) is not None
    below = next((one.strip() for one in lines[at + 1 :] if one.strip()), "")
    return GAME.fullmatch(below) is not None and not OWN_HEAD.fullmatch(below)


def _plain(text: str) -> str:
    """Turn our Markdown back into lines of text; line numbers stay the same."""
    title, _, rest = text.removeprefix(MARKDOWN).partition("\n")
    lines = (line.rstrip() for line in rest.split("\n"))
    made = [_unmarked(line if SAID.fullmatch(line) else COST.sub("", line)) for line in lines]
    game = next((number for number, line in enumerate(made) if line), None)
    found = GAME.fullmatch(made[game]) if game is not None else None
    head = _unmarked(title.strip())
    if game is not None and found is not None:
        head, made[game] = f"{head} ({found['game']}): {found['rest']}", ""
    return "\n".join([head, *made])


def _unmarked(line: str) -> str:
    return MARKS.sub(lambda found: found[1] or "", line)


def _of_ours(lines: Sequence[tuple[int, str]], path: str) -> ForeignRoster:
    made = ForeignRoster("text", exact=True)
    top = ForeignForce(())
    head = HEAD.fullmatch(lines[0][1].strip())
    if head:
        lines = lines[1:]
        made.name, made.game = meant(head["name"]), (head["game"],)
        made.limits = {title: int(said) for said, title in LIMIT.findall(head["rest"])}
    nodes: list[ForeignSelection] = []
    around: list[tuple[int, ForeignSelection]] = []
    begun = False  # from the first selection on, a title begins a summary of the army
    for number, line in lines:
        said = SAID.fullmatch(line)
        if said is not None and (said["indent"] or not begun):
            _say(said["title"].casefold(), said["said"] or "", len(said["indent"]), around, made)
            continue
        if begun and SUMMED.fullmatch(line):
            continue
        found = LINE.fullmatch(line)
        if found is None:
            raise refusal(
                path,
                "not-a-line",
                gettext("Line {number} can't be read: “{line}”.", number=number, line=line.strip()),
            )
        while around and around[-1][0] >= len(found["indent"]):
            around.pop()
        _check_depth(len(around), number, path)
        node = ForeignSelection(
            found["name"],
            _copies(found["many"], number, path),
            called=unquoted(found["called"] or ""),
            size=_copies(found["size"], number, path) if found["size"] else None,
            at=found["at"] or "",
            parts=_parts(found["options"] or "", number, path),
            line=line.strip(),
        )
        _put(node, around, top)
        nodes.append(node)
        around.append((len(found["indent"]), node))
        begun = begun or ": " not in line.partition("“")[0]
    made.forces = [top]
    made.notes = meant(made.notes)
    for node in nodes:
        node.notes = meant(node.notes)
    return made


def _say(
    title: str,
    said: str,
    indent: int,
    around: Sequence[tuple[int, ForeignSelection]],
    made: ForeignRoster,
) -> None:
    """Read a line with a title: a note of the selection above it, the owner, or the army lists."""
    if title == NOTE.casefold():
        holder = next((node for deep, node in reversed(around) if deep < indent), made)
        before = holder.notes
        if goes_on(before):
            holder.notes = f"{before[:-1]}{said}"
        else:
            holder.notes = f"{before}\n{said}" if before else said
    elif title == PLAYER.casefold():
        made.player = meant(said.strip())
    elif title == TEAM.casefold():
        made.team = meant(said.strip())
    else:
        made.lists = tuple(name.strip() for name in said.split(LISTED.strip()))


def _of_others(lines: Sequence[tuple[int, str]], path: str) -> ForeignRoster:
    program = "New Recruit" if any("newrecruit" in line.casefold() for _, line in lines) else ""
    marked = any(line.lstrip().startswith("#") for _, line in lines)
    made = ForeignRoster(program or ("New Recruit" if marked else "BattleScribe"))
    around: list[tuple[int, ForeignSelection]] = []
    for number, line in lines:
        said = line.strip()
        force = FORCE.fullmatch(said)
        if force is not None:
            around = []
            if force["name"].startswith("Total"):
                made.total = _points(force["name"])
                continue
            named = LIST.fullmatch(force["name"])
            made.forces.append(ForeignForce((named["list"] if named else force["name"],)))
        elif made.forces and not said.startswith(("+", "#", "Created with")):
            found = OTHER_LINE.fullmatch(said)
            if found is None:
                raise refusal(
                    path,
                    "not-a-line",
                    gettext("Line {number} can't be read: “{said}”.", number=number, said=said),
                )
            depth = len(found["deep"]) // 2 + bool(found["bullet"])
            around = around[:depth]
            _check_depth(len(around), number, path)
            node = ForeignSelection(
                found["name"].strip(),
                _copies(found["many"], number, path),
                _points(found["costs"] or ""),
                parts=_parts(found["parts"] or "", number, path),
            )
            _put(node, around, made.forces[-1])
            around.append((depth, node))
        elif not made.forces:
            made.name = made.name or said.partition(" - ")[2].rpartition(" - ")[0]
    for one in made.forces:
        for node in one.held:
            _take_off(node)
    return made


def _put(
    node: ForeignSelection, around: Sequence[tuple[int, ForeignSelection]], top: ForeignForce
) -> None:
    """Put a selection into the line above it, or at the top."""
    if around:
        holder = around[-1][1]
        node.path = (*holder.path, node.name)
        holder.held.append(node)
    else:
        node.path = (node.name,)
        top.held.append(node)


def _take_off(node: ForeignSelection) -> Fraction:
    """Subtract the points of the contents, which are in the text's points; return the sum."""
    inside = sum((_take_off(one) for one in node.held), Fraction(0))
    inside += sum((one.points or Fraction(0) for one in node.parts), Fraction(0))
    whole = inside if node.points is None else node.points
    node.points = whole - inside
    for one in node.parts:
        one.points = one.points or Fraction(0)
    return whole


def _parts(said: str, number: int, path: str) -> list[ForeignSelection]:
    """Read the contents in brackets or after the colon, parted at each comma."""
    made = []
    for part in PARTING.split(said) if said.strip() else ():
        found = PART.fullmatch(part.strip())
        if found is not None:
            points = _points(found["costs"]) if found["costs"] else None
            copies = _copies(found["many"], number, path)
            made.append(ForeignSelection(found["name"].strip(), copies, points))
        elif part.strip():
            made.append(ForeignSelection(part.strip()))
    return made


def _points(said: str) -> Fraction | None:
    found = POINTS.search(said)
    return amount(found[1].replace(",", "")) if found else None


def _copies(said: str | None, number: int, path: str) -> int:
    if said is None:
        return 1
    if len(said) > len(str(MOST_COPIES)) or not 1 <= int(said) <= MOST_COPIES:
        message = gettext(
            "Line {number}: from 1 to {most_copies}, not {said}.",
            number=number,
            most_copies=MOST_COPIES,
            said=said,
        )
        raise refusal(path, "bad-number", message)
    return int(said)


def _check_depth(depth: int, number: int, path: str) -> None:
    if depth >= MOST_WITHIN:
        raise refusal(
            path,
            "too-deep",
            gettext(
                "Line {number} is in too many others: {most_within}.",
                number=number,
                most_within=MOST_WITHIN,
            ),
        )
