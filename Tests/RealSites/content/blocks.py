"""What a post is made of, before any site writes it in its own markup."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

#: Tokens of posts (RS), which a larder has to keep, and of everything round them (RN), which it has to leave out.
TOKEN = re.compile(r"R[SN]\d{3}[A-Z]\d{2}X")


class Shape(Enum):
    """The shapes of blocks; `parts` of a block are its lines, items, cells or paragraphs."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LINES = "lines of one paragraph"
    BULLETS = "list"
    NUMBERS = "numbered list"
    NESTED = "nested list"
    LOOSE = "list of paragraphs"
    TABLE = "table"
    DEFINITIONS = "definition list"
    CODE = "code"
    QUOTATION = "quotation"
    FIGURE = "figure with caption"
    PICTURE = "picture"
    NOTE = "note box"
    DETAILS = "details"
    ADDRESS = "address"
    RULE = "rule"
    FORMULA = "formula"
    FRAME = "frame of another page"


@dataclass(frozen=True)
class Link:
    """Words that lead somewhere; `target` is an address or, with a leading slash, a path of the site."""

    text: str
    target: str


@dataclass(frozen=True)
class Footnote:
    """A mark in a line, whose text stands at the end of the post."""

    text: str


Inline = str | Link | Footnote
Line = tuple[Inline, ...]


def plain(line: Line) -> str:
    """The words of a line, without those of its footnotes."""
    return "".join(part if isinstance(part, str) else part.text if isinstance(part, Link) else "" for part in line)


@dataclass(frozen=True)
class Picture:
    """A picture of a post: a file of its own, or with `dead` an address at another host that never answers well."""

    stem: str
    width: int
    height: int
    kind: str
    alternative: str
    dead: str | None = None
    #: Widths that the site offers beside the file itself, where it writes `srcset` by hand.
    smaller: tuple[int, ...] = ()

    @property
    def file(self) -> str:
        return f"{self.stem}.{self.kind}"

    def file_at(self, width: int) -> str:
        """The name of the file that is this picture made smaller."""
        return f"{self.stem}-{width}w.{self.kind}"


@dataclass(frozen=True)
class Block:
    """One block; `construct` says what it is and whether it starts or ends the post, for the report."""

    shape: Shape
    construct: str
    parts: tuple[Line, ...] = ()
    level: int = 2
    #: The depth of each item of a nested list, from 0.
    depths: tuple[int, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True)
class Post:
    """One post of a site, and what of it a larder has to hold."""

    number: int
    language: str
    title: str
    blocks: tuple[Block, ...]
    published: datetime
    updated: datetime
    comments: tuple[str, ...] = field(default=())

    @property
    def slug(self) -> str:
        return f"rs{self.number:03d}"

    def lines(self) -> list[tuple[str, Line]]:
        """Each line with its construct, in order, footnotes last."""
        body = [(block.construct, line) for block in self.blocks for line in block.parts]
        notes = [
            ("footnote", (inline.text,))
            for block in self.blocks
            for line in block.parts
            for inline in line
            if isinstance(inline, Footnote)
        ]
        return body + notes

    def tokens(self) -> dict[str, str]:
        """Each token that must be kept, with its construct, in order."""
        return {token: construct for construct, line in self.lines() for token in TOKEN.findall(plain(line))}

    def words(self) -> str:
        return "\n".join(plain(line) for _, line in self.lines())

    def pictures(self) -> list[Picture]:
        return [block.picture for block in self.blocks if block.picture]
