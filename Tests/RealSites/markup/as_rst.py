"""Writes posts as reStructuredText."""

from __future__ import annotations

import unicodedata

from content.blocks import Block, Footnote, Line, Link, Post, Shape
from markup.as_html import FRAME_ADDRESS, Address

#: Shapes that there is no directive for.
LACKS = frozenset({Shape.DETAILS, Shape.ADDRESS})
UNDERLINES = {1: "=", 2: "-", 3: "~"}


def underlined(text: str, level: int) -> str:
    """A heading; a wide character takes two columns of its line."""
    width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
    return f"{text}\n{UNDERLINES[level] * width}"


class RSTWriter:
    """Writes the body of a post; heading levels begin at 2 and never leave one out."""

    def __init__(self, address: Address = lambda path: path) -> None:
        self.address = address
        self.notes: list[str] = []
        self.level = 1

    def post(self, post: Post) -> str:
        self.notes, self.level = [], 1
        body = "\n\n".join(self.block(block) for block in post.blocks)
        notes = "\n".join(f".. [#n{number}] {text}" for number, text in enumerate(self.notes, 1))
        return f"{body}\n\n{notes}\n"

    def line(self, line: Line) -> str:
        return "".join(self.inline(part) for part in line)

    def inline(self, part: str | Link | Footnote) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Link):
            return f"`{part.text} <{self.address(part.target) if part.target.startswith('/') else part.target}>`__"
        self.notes.append(part.text)
        # A backslash and a space stand for nothing: a mark has to stand by itself in the source.
        return f"\\ [#n{len(self.notes)}]_\\ "

    def block(self, block: Block) -> str:
        lines = [self.line(line) for line in block.parts]
        match block.shape:
            case Shape.PARAGRAPH:
                return lines[0]
            case Shape.HEADING:
                self.level = min(block.level, self.level + 1)
                return underlined(lines[0], self.level)
            case Shape.LINES:
                return "\n".join(f"| {line}" for line in lines)
            case Shape.BULLETS:
                return "\n".join(f"- {line}" for line in lines)
            case Shape.LOOSE:
                # A comment in the item keeps docutils from leaving out the paragraph.
                return "\n\n".join(f"- {line}\n\n  .. paragraph" for line in lines)
            case Shape.NUMBERS:
                return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
            case Shape.NESTED:
                return "\n\n".join(f"{'  ' * depth}- {line}" for line, depth in zip(lines, block.depths, strict=True))
            case Shape.TABLE:
                cells = "".join(f"   {'* ' if place % 2 == 0 else '  '}- {cell}\n" for place, cell in enumerate(lines))
                return ".. list-table::\n   :header-rows: 1\n\n" + cells.rstrip()
            case Shape.DEFINITIONS:
                return "\n\n".join(f"{term}\n   {said}" for term, said in zip(lines[::2], lines[1::2], strict=True))
            case Shape.CODE:
                return "::\n\n" + "\n".join(f"   {line}" for line in lines)
            case Shape.QUOTATION:
                # The comment ends a list or block before it.
                return "..\n\n" + "\n\n".join(f"   {line}" for line in lines)
            case Shape.PICTURE | Shape.FIGURE:
                picture = block.picture
                source = picture.dead or self.address(f"/pictures/{picture.file}")
                directive = "figure" if block.shape is Shape.FIGURE else "image"
                caption = f"\n\n   {lines[0]}" if lines else ""
                return f".. {directive}:: {source}\n   :alt: {picture.alternative}{caption}"
            case Shape.FORMULA:
                return f".. math::\n\n   {lines[0]}"
            case Shape.FRAME:
                return f'.. raw:: html\n\n   <iframe src="{FRAME_ADDRESS}" width="560" height="315" title=""></iframe>'
            case Shape.NOTE:
                return f".. note::\n\n   {lines[0]}"
            case Shape.RULE:
                return "----"
            case _:
                raise ValueError(f"reStructuredText has no form for a block of the shape {block.shape.value}")
