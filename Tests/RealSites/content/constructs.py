"""How posts start, what stands in their middle and how they end: what people write, one function each."""

from __future__ import annotations

from collections.abc import Callable

from content.author import Author
from content.blocks import Block, Line, Link, Shape

Writing = Callable[[Author], list[Block]]

FILE = "/files/table.pdf"


def short_section(a: Author) -> list[Block]:
    name = "start: short section and heading"
    return [a.paragraph(8, name), a.heading(construct=name)]


def dateline(a: Author) -> list[Block]:
    text = f"{a.language.place.upper()}, 12.3. — {a.sentences(25)}"
    return [Block(Shape.PARAGRAPH, "start: dateline", ((a.marked(text),),))]


def update_on_top(a: Author) -> list[Block]:
    return [Block(Shape.PARAGRAPH, "start: update", ((a.marked(f"{a.language.update}: {a.sentence()}"),),))]


STARTS: dict[str, Writing] = {
    "paragraph": lambda a: [a.paragraph()],
    "short section": short_section,
    "picture": lambda a: [a.picture("start: picture", caption=False)],
    "figure": lambda a: [a.picture("start: figure", caption=True)],
    "list": lambda a: [a.items(Shape.BULLETS, "start: list", 3)],
    "quotation": lambda a: [a.quotation("start: quotation")],
    "bare": lambda a: [a.bare("start: line without full stop")],
    "dateline": dateline,
    "update": update_on_top,
}


def dialogue(a: Author) -> list[Block]:
    name = "middle: dialogue"
    said = [a.language.questions[0] + "?", a.language.bare[0] + "!", a.language.bare[1] + "…"]
    return [Block(Shape.PARAGRAPH, name, ((f"— {a.marked(words)}",),)) for words in said]


def linked_paragraph(a: Author) -> list[Block]:
    text = a.sentences(15) + a.language.space
    link = Link(a.language.link, "https://elsewhere.example/account")
    line: Line = (a.marked(text), link, a.language.space + a.sentence())
    return [Block(Shape.PARAGRAPH, "middle: paragraph with a link", (line,))]


def one_word(a: Author) -> list[Block]:
    return [Block(Shape.PARAGRAPH, "middle: one word", ((a.token(),),))]


MIDDLES: dict[str, Writing] = {
    "list": lambda a: [a.items(Shape.BULLETS, "middle: list", 4)],
    "numbers": lambda a: [a.items(Shape.NUMBERS, "middle: numbered list", 3)],
    "nested": lambda a: [a.items(Shape.NESTED, "middle: nested list", 4, (0, 1, 1, 0))],
    "loose": lambda a: [a.items(Shape.LOOSE, "middle: list of paragraphs", 3)],
    "table": lambda a: [a.table("middle: table")],
    "definitions": lambda a: [a.definitions("middle: definition list")],
    "code": lambda a: [a.code("middle: code")],
    "quotation": lambda a: [a.quotation("middle: quotation")],
    "figure": lambda a: [a.picture("middle: figure", caption=True)],
    "picture": lambda a: [a.picture("middle: picture", caption=False)],
    "note": lambda a: [Block(Shape.NOTE, "middle: note box", (a.line(a.sentences(12)),))],
    "details": lambda a: [Block(Shape.DETAILS, "middle: details", (a.line(), a.line(a.sentence())))],
    "footnotes": lambda a: a.footnotes("middle: paragraph with footnotes"),
    "file": lambda a: [Block(Shape.PARAGRAPH, "middle: link to a file", (a.link_line(FILE, a.language.file),))],
    "bare": lambda a: [a.bare("middle: line without full stop"), a.bare("middle: line without full stop")],
    "dialogue": dialogue,
    "link": linked_paragraph,
    "one word": one_word,
    "short between": lambda a: [a.bare("middle: short line between headings"), a.heading(level=3)],
    "poem": lambda a: [a.items(Shape.LINES, "middle: poem", 3)],
    "formula": lambda a: [Block(Shape.FORMULA, "middle: formula", ((f"w = {a.token()} + 2",),))],
    "frame": lambda a: [Block(Shape.FRAME, "frame"), a.bare("middle: line beside a frame")],
}


def links_at_end(a: Author) -> list[Block]:
    name = "end: heading and links"
    links = tuple(a.link_line(f"https://elsewhere.example/{number}") for number in range(3))
    return [a.heading(a.language.further, name), Block(Shape.BULLETS, name, links)]


def signature(a: Author) -> list[Block]:
    return [Block(Shape.LINES, "end: signature", (a.line(a.language.signature), (f"Ada {a.token()}",)))]


def postscript(a: Author) -> list[Block]:
    return [Block(Shape.PARAGRAPH, "end: postscript", (a.line(a.language.postscript),))]


def question(a: Author) -> list[Block]:
    return [Block(Shape.PARAGRAPH, "end: question", (a.line(a.language.questions[0] + "?"),))]


def bare_link(a: Author) -> list[Block]:
    return [Block(Shape.PARAGRAPH, "end: only a link", (a.link_line("https://elsewhere.example/only"),))]


def after_rule(a: Author) -> list[Block]:
    return [Block(Shape.RULE, "rule"), a.bare("end: line after a rule")]


def address(a: Author) -> list[Block]:
    lines = tuple(a.line(words) for words in (a.language.signature, f"12 {a.language.place}"))
    return [Block(Shape.ADDRESS, "end: address", lines)]


def changes(a: Author) -> list[Block]:
    entries = tuple((f"2026-03-{day}: {a.marked(a.language.bare[0])}",) for day in (11, 14))
    return [a.heading(a.language.update, "end: change log"), Block(Shape.BULLETS, "end: change log", entries)]


ENDS: dict[str, Writing] = {
    "paragraph": lambda a: [a.paragraph(construct="end: paragraph")],
    "links": links_at_end,
    "question": question,
    "signature": signature,
    "poem": lambda a: [a.items(Shape.LINES, "end: poem", 4)],
    "footnotes": lambda a: a.footnotes("end: paragraph with footnotes"),
    "file": lambda a: [Block(Shape.PARAGRAPH, "end: link to a file", (a.link_line(FILE, a.language.file),))],
    "code": lambda a: [a.code("end: code")],
    "postscript": postscript,
    "quotation": lambda a: [a.quotation("end: quotation", by="Gandhi")],
    "only a link": bare_link,
    "nested": lambda a: [a.items(Shape.NESTED, "end: nested list", 4, (0, 1, 2, 0))],
    "note": lambda a: [Block(Shape.NOTE, "end: note box", (a.line(a.sentences(12)),))],
    "definitions": lambda a: [a.definitions("end: definition list")],
    "table": lambda a: [a.table("end: table")],
    "after a rule": after_rule,
    "list": lambda a: [a.items(Shape.BULLETS, "end: list", 3)],
    "bare": lambda a: [a.bare("end: line without full stop")],
    "figure": lambda a: [a.picture("end: figure", caption=True)],
    "formula": lambda a: [Block(Shape.FORMULA, "end: formula", ((f"w = {a.token()} + 2",),))],
    "details": lambda a: [Block(Shape.DETAILS, "end: details", (a.line(), a.line(a.sentence())))],
    "address": address,
    "changes": changes,
    "heading and line": lambda a: [a.heading(construct="end: heading and a line"), a.bare("end: heading and a line")],
}
