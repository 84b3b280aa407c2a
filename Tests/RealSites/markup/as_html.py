"""Writes posts as HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from content.blocks import Block, Footnote, Line, Link, Picture, Post, Shape

#: Makes the address of a path of the site, which begins with a slash.
Address = Callable[[str], str]
FRAME_ADDRESS = "https://video.elsewhere.example/embed/1"


def tree(items: tuple[Line, ...], depths: tuple[int, ...]) -> list[tuple[Line, list]]:
    """Items with their depths as a tree: each with its own items."""
    top: list[tuple[Line, list]] = []
    open_lists = [top]
    for line, depth in zip(items, depths, strict=True):
        del open_lists[depth + 1 :]
        children: list[tuple[Line, list]] = []
        open_lists[-1].append((line, children))
        open_lists.append(children)
    return top


class HTMLWriter:
    """Writes one post after another; sites that write some blocks in another way override their functions."""

    def __init__(self, address: Address = lambda path: path, srcset: bool = False) -> None:
        self.address, self.srcset = address, srcset
        self.notes: list[str] = []
        self.slug = ""

    def post(self, post: Post) -> str:
        """The body of a post, without its title."""
        self.notes, self.slug = [], post.slug
        body = "\n".join(self.block(block) for block in post.blocks)
        return body + ("\n" + self.footnotes() if self.notes else "")

    def line(self, line: Line) -> str:
        return "".join(self.inline(part) for part in line)

    def inline(self, part: str | Link | Footnote) -> str:
        if isinstance(part, str):
            return escape(part, quote=False)
        if isinstance(part, Link):
            target = self.address(part.target) if part.target.startswith("/") else part.target
            return f'<a href="{escape(target)}">{escape(part.text, quote=False)}</a>'
        self.notes.append(part.text)
        number = len(self.notes)
        return f'<sup id="{self.slug}-r{number}"><a href="#{self.slug}-n{number}">{number}</a></sup>'

    def footnotes(self) -> str:
        items = "".join(
            f'<li id="{self.slug}-n{number}"><p>{escape(text, quote=False)} '
            f'<a href="#{self.slug}-r{number}">↩</a></p></li>'
            for number, text in enumerate(self.notes, 1)
        )
        return f'<section class="footnotes"><hr><ol>{items}</ol></section>'

    def block(self, block: Block) -> str:
        lines = [self.line(line) for line in block.parts]
        match block.shape:
            case Shape.PARAGRAPH:
                return f"<p>{lines[0]}</p>"
            case Shape.HEADING:
                return f"<h{block.level}>{lines[0]}</h{block.level}>"
            case Shape.LINES:
                return "<p>" + "<br>\n".join(lines) + "</p>"
            case Shape.BULLETS | Shape.NUMBERS:
                tag = "ul" if block.shape is Shape.BULLETS else "ol"
                return f"<{tag}>" + "".join(f"<li>{line}</li>" for line in lines) + f"</{tag}>"
            case Shape.LOOSE:
                # Editors wrap items in either.
                tags = ("p", "div")
                items = (f"<li><{tags[place % 2]}>{line}</{tags[place % 2]}></li>" for place, line in enumerate(lines))
                return f"<ul>{''.join(items)}</ul>"
            case Shape.NESTED:
                return self.nested(tree(block.parts, block.depths))
            case Shape.TABLE:
                return self.table(lines)
            case Shape.DEFINITIONS:
                pairs = zip(lines[::2], lines[1::2], strict=True)
                return "<dl>" + "".join(f"<dt>{term}</dt><dd>{said}</dd>" for term, said in pairs) + "</dl>"
            case Shape.CODE:
                return "<pre><code>" + "\n".join(lines) + "\n</code></pre>"
            case Shape.QUOTATION:
                return "<blockquote>" + "".join(f"<p>{line}</p>" for line in lines) + "</blockquote>"
            case Shape.PICTURE | Shape.FIGURE:
                return self.picture(block.picture, lines[0] if lines else None)
            case Shape.NOTE:
                return f'<div class="note"><p>{lines[0]}</p></div>'
            case Shape.DETAILS:
                return f"<details><summary>{lines[0]}</summary><p>{lines[1]}</p></details>"
            case Shape.ADDRESS:
                return "<address>" + "<br>".join(lines) + "</address>"
            case Shape.RULE:
                return "<hr>"
            case Shape.FORMULA:
                return f'<div class="math">\\[{lines[0]}\\]</div>'
            case Shape.FRAME:
                return f'<iframe src="{FRAME_ADDRESS}" width="560" height="315" title=""></iframe>'

    def nested(self, items: list[tuple[Line, list]]) -> str:
        inner = "".join(
            f"<li>{self.line(line)}{self.nested(children) if children else ''}</li>" for line, children in items
        )
        return f"<ul>{inner}</ul>"

    def table(self, cells: list[str]) -> str:
        rows = list(zip(cells[::2], cells[1::2], strict=True))
        head = "".join(f"<th>{cell}</th>" for cell in rows[0])
        body = "".join(f"<tr><td>{left}</td><td>{right}</td></tr>" for left, right in rows[1:])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def picture(self, picture: Picture, caption: str | None) -> str:
        image = self.image(picture)
        return f"<figure>{image}<figcaption>{caption}</figcaption></figure>" if caption else f"<p>{image}</p>"

    def image(self, picture: Picture) -> str:
        """The element of a picture; where the site offers smaller ones, its own file is one of the candidates."""
        source = picture.dead or self.address(f"/pictures/{picture.file}")
        candidates = ""
        if self.srcset and picture.smaller and not picture.dead:
            offered = [f"{self.address('/pictures/' + picture.file_at(width))} {width}w" for width in picture.smaller]
            candidates = f' srcset="{", ".join([*offered, f"{source} {picture.width}w"])}" sizes="100vw"'
        size = "" if picture.dead else f' width="{picture.width}" height="{picture.height}"'
        return f'<img src="{source}"{candidates} alt="{escape(picture.alternative)}"{size}>'
