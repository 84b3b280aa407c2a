"""Writes posts in the markup of MediaWiki and of DokuWiki."""

from __future__ import annotations

from content.blocks import Block, Footnote, Line, Link, Post, Shape

MEDIAWIKI_LACKS = frozenset({Shape.DETAILS, Shape.ADDRESS, Shape.FORMULA, Shape.FRAME})
DOKUWIKI_LACKS = MEDIAWIKI_LACKS | {Shape.DEFINITIONS, Shape.NOTE, Shape.FIGURE, Shape.LOOSE}


class MediaWikiWriter:
    """Wikitext for MediaWiki with its extension for footnotes; files are uploads."""

    def __init__(self, origin: str) -> None:
        self.origin = origin

    def post(self, post: Post) -> str:
        return "\n\n".join(self.block(block) for block in post.blocks) + "\n"

    def line(self, line: Line) -> str:
        return "".join(self.inline(part) for part in line)

    def inline(self, part: str | Link | Footnote) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Link):
            return f"[{self.origin + part.target if part.target.startswith('/') else part.target} {part.text}]"
        return f"<ref>{part.text}</ref>"

    def block(self, block: Block) -> str:
        lines = [self.line(line) for line in block.parts]
        match block.shape:
            case Shape.PARAGRAPH:
                return lines[0]
            case Shape.HEADING:
                marks = "=" * block.level
                return f"{marks} {lines[0]} {marks}"
            case Shape.LINES:
                return "<br>\n".join(lines)
            case Shape.BULLETS | Shape.LOOSE:
                return "\n".join(f"* {line}" for line in lines)
            case Shape.NUMBERS:
                return "\n".join(f"# {line}" for line in lines)
            case Shape.NESTED:
                return "\n".join(
                    "*" * (depth + 1) + " " + line for line, depth in zip(lines, block.depths, strict=True)
                )
            case Shape.TABLE:
                rows = "\n|-\n".join(
                    f"| {left}\n| {right}" for left, right in zip(lines[2::2], lines[3::2], strict=True)
                )
                return f'{{| class="wikitable"\n! {lines[0]}\n! {lines[1]}\n|-\n{rows}\n|}}'
            case Shape.DEFINITIONS:
                return "\n".join(f"; {term}\n: {said}" for term, said in zip(lines[::2], lines[1::2], strict=True))
            case Shape.CODE:
                return "<pre>\n" + "\n".join(lines) + "\n</pre>"
            case Shape.QUOTATION:
                return "<blockquote>\n" + "\n\n".join(lines) + "\n</blockquote>"
            case Shape.FIGURE:
                return f"[[File:{block.picture.file}|thumb|{lines[0]}]]"
            case Shape.PICTURE:
                picture = block.picture
                return picture.dead or f"[[File:{picture.file}|600px|alt={picture.alternative}]]"
            case Shape.NOTE:
                return f'<div class="note">{lines[0]}</div>'
            case Shape.RULE:
                return "----"
            case _:
                raise ValueError(f"MediaWiki has no form for a block of the shape {block.shape.value}")


class DokuWikiWriter:
    """DokuWiki's markup; pictures and files lie in its media folder."""

    def post(self, post: Post) -> str:
        body = "\n\n".join(self.block(block) for block in post.blocks)
        return f"====== {post.title} ======\n\n{body}\n"

    def line(self, line: Line) -> str:
        return "".join(self.inline(part) for part in line)

    def inline(self, part: str | Link | Footnote) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Footnote):
            return f"(({part.text}))"
        if part.target.startswith("/"):
            return f"{{{{:{part.target.rsplit('/', 1)[1]}|{part.text}}}}}"
        return f"[[{part.target}|{part.text}]]"

    def block(self, block: Block) -> str:
        lines = [self.line(line) for line in block.parts]
        match block.shape:
            case Shape.PARAGRAPH:
                return lines[0]
            case Shape.HEADING:
                marks = "=" * (7 - block.level)
                return f"{marks} {lines[0]} {marks}"
            case Shape.LINES:
                return "\\\\ \n".join(lines)
            case Shape.BULLETS:
                return "\n".join(f"  * {line}" for line in lines)
            case Shape.NUMBERS:
                return "\n".join(f"  - {line}" for line in lines)
            case Shape.NESTED:
                return "\n".join(
                    "  " * (depth + 1) + f"* {line}" for line, depth in zip(lines, block.depths, strict=True)
                )
            case Shape.TABLE:
                rows = [f"| {left} | {right} |" for left, right in zip(lines[2::2], lines[3::2], strict=True)]
                return "\n".join([f"^ {lines[0]} ^ {lines[1]} ^", *rows])
            case Shape.CODE:
                return "<code>\n" + "\n".join(lines) + "\n</code>"
            case Shape.QUOTATION:
                return "\n".join(f"> {line}" for line in lines)
            case Shape.PICTURE:
                return f"{{{{{block.picture.dead or ':' + block.picture.file}|{block.picture.alternative}}}}}"
            case Shape.RULE:
                return "----"
            case _:
                raise ValueError(f"DokuWiki has no form for a block of the shape {block.shape.value}")
