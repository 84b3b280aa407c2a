"""Writes posts as Markdown, in the dialects of several programs."""

from __future__ import annotations

from dataclasses import dataclass

from content.blocks import Block, Footnote, Line, Link, Post, Shape
from markup.as_html import Address, HTMLWriter


@dataclass(frozen=True)
class Dialect:
    """What one program's Markdown has a form for; what it has none for is written as HTML."""

    #: `!!! note` with an indented text.
    admonitions: bool = False
    #: `??? note "title"` with an indented text.
    folded: bool = False
    definitions: bool = True
    #: A formula between pairs of dollar signs.
    formulas: bool = False
    #: The indent of an inner list.
    indent: int = 4
    #: Whether pictures are written as HTML, with the smaller ones that the site offers.
    srcset: bool = False


class MarkdownWriter:
    """Writes the body of a post."""

    def __init__(self, dialect: Dialect, address: Address = lambda path: path) -> None:
        self.dialect, self.address = dialect, address
        self.html = HTMLWriter(address, dialect.srcset)
        self.notes: list[str] = []

    def post(self, post: Post) -> str:
        self.notes = []
        body = "\n\n".join(self.block(block) for block in post.blocks)
        notes = "\n\n".join(f"[^{number}]: {text}" for number, text in enumerate(self.notes, 1))
        return f"{body}\n\n{notes}\n"

    def line(self, line: Line) -> str:
        return "".join(self.inline(part) for part in line)

    def inline(self, part: str | Link | Footnote) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Link):
            return f"[{part.text}]({self.address(part.target) if part.target.startswith('/') else part.target})"
        self.notes.append(part.text)
        return f"[^{len(self.notes)}]"

    def block(self, block: Block) -> str:
        lines = [self.line(line) for line in block.parts]
        inner = " " * self.dialect.indent
        match block.shape:
            case Shape.PARAGRAPH:
                return lines[0]
            case Shape.HEADING:
                return "#" * block.level + " " + lines[0]
            case Shape.LINES:
                return "  \n".join(lines)
            case Shape.BULLETS:
                return "\n".join(f"- {line}" for line in lines)
            case Shape.NUMBERS:
                return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
            case Shape.LOOSE:
                return "\n\n".join(f"- {line}" for line in lines)
            case Shape.NESTED:
                return "\n".join(f"{inner * depth}- {line}" for line, depth in zip(lines, block.depths, strict=True))
            case Shape.TABLE:
                rows = [f"| {left} | {right} |" for left, right in zip(lines[::2], lines[1::2], strict=True)]
                return "\n".join([rows[0], "| --- | --- |", *rows[1:]])
            case Shape.DEFINITIONS if self.dialect.definitions:
                return "\n\n".join(f"{term}\n:   {said}" for term, said in zip(lines[::2], lines[1::2], strict=True))
            case Shape.CODE:
                return "```\n" + "\n".join(lines) + "\n```"
            case Shape.QUOTATION:
                return "\n>\n".join(f"> {line}" for line in lines)
            case Shape.PICTURE if not self.dialect.srcset:
                picture = block.picture
                return f"![{picture.alternative}]({picture.dead or self.address('/pictures/' + picture.file)})"
            case Shape.NOTE if self.dialect.admonitions:
                return f"!!! note\n\n    {lines[0]}"
            case Shape.DETAILS if self.dialect.folded:
                return f'??? note "{lines[0]}"\n\n    {lines[1]}'
            case Shape.FORMULA if self.dialect.formulas:
                return f"$$\n{lines[0]}\n$$"
            case Shape.RULE:
                return "---"
            case _:
                return self.html.block(block)
