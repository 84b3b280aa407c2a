"""Writes the blocks of one post: sentences of its language, a token in each line."""

from __future__ import annotations

import random

from content.blocks import Block, Footnote, Line, Link, Picture, Shape
from content.languages import Language


class Author:
    """Writes for one post. What it writes depends on the seed and the post's number alone."""

    def __init__(self, language: Language, number: int, seed: str, series: str = "A") -> None:
        self.language = language
        self.number = number
        self.random = random.Random(f"{seed}/{number}/{series}")
        self.series = ord(series)
        self.count = 0
        self.pictures = 0

    def token(self) -> str:
        """The next token of the post; a hundred of a letter."""
        self.count += 1
        letter = chr(self.series + self.count // 100)
        return f"RS{self.number:03d}{letter}{self.count % 100:02d}X"

    def marked(self, words: str) -> str:
        """The words with a token in their middle, so that it does not change how they end."""
        if " " not in words:
            middle = len(words) // 2
            return f"{words[:middle]} {self.token()} {words[middle:]}"
        parts = words.split(" ")
        middle = len(parts) // 2
        return " ".join([*parts[:middle], self.token(), *parts[middle:]])

    def sentence(self) -> str:
        subject = self.random.choice(self.language.subjects)
        predicate = self.random.choice(self.language.predicates)
        return f"{subject}{self.language.space}{predicate}{self.language.stop}"

    def sentences(self, words: int) -> str:
        """Sentences of about so many words; two characters count as one where no spaces are written."""
        text = self.sentence()
        while self.word_count(text) < words:
            text += self.language.space + self.sentence()
        return text

    def word_count(self, text: str) -> int:
        return len(text.split()) if self.language.space else len(text) // 2

    def paragraph(self, words: int = 45, construct: str = "paragraph") -> Block:
        return Block(Shape.PARAGRAPH, construct, ((self.marked(self.sentences(words)),),))

    def bare(self, construct: str) -> Block:
        """A paragraph without a full stop."""
        return Block(Shape.PARAGRAPH, construct, (self.line(self.random.choice(self.language.bare)),))

    def heading(self, words: str | None = None, construct: str = "heading", level: int = 2) -> Block:
        text = words or self.random.choice(self.language.headings)
        return Block(Shape.HEADING, construct, (self.line(text),), level=level)

    def line(self, words: str | None = None) -> Line:
        return (self.marked(words or self.random.choice(self.language.subjects)),)

    def items(self, shape: Shape, construct: str, count: int, depths: tuple[int, ...] = ()) -> Block:
        phrases = self.random.sample(self.language.subjects, count)
        return Block(shape, construct, tuple(self.line(phrase) for phrase in phrases), depths=depths)

    def link_line(self, target: str, words: str | None = None) -> Line:
        """A line that is nothing but a link."""
        return (Link(self.marked(words or self.language.link), target),)

    def table(self, construct: str, rows: int = 3) -> Block:
        parts = [self.line(column) for column in self.language.columns]
        for row in range(rows):
            parts += [self.line(), (f"{row + 2} {self.token()}",)]
        return Block(Shape.TABLE, construct, tuple(parts))

    def definitions(self, construct: str) -> Block:
        parts = []
        for _ in range(2):
            parts += [self.line(), self.line(self.sentence())]
        return Block(Shape.DEFINITIONS, construct, tuple(parts))

    def code(self, construct: str) -> Block:
        lines = ("for jar in shelf:", f"    weigh(jar, '{self.token()}')", f"    {self.token()}.close()")
        return Block(Shape.CODE, construct, tuple((line,) for line in lines))

    def quotation(self, construct: str, by: str | None = None) -> Block:
        parts = [self.line(self.sentence())]
        if by:
            parts.append((f"— {by} {self.token()}",))
        return Block(Shape.QUOTATION, construct, tuple(parts))

    def footnotes(self, construct: str) -> list[Block]:
        """A paragraph with two footnotes."""
        first, second = (Footnote(self.marked(self.sentence())) for _ in range(2))
        text = self.marked(self.sentences(20))
        return [Block(Shape.PARAGRAPH, construct, ((text, first, self.language.space + self.sentence(), second),))]

    def picture(self, construct: str, caption: bool, dead: str | None = None) -> Block:
        """A picture of a size that no other picture of the site has, with its caption where it shall have one."""
        self.pictures += 1
        size = self.random.choice((480, 1000, 1600, 2600)) + 4 * (self.number % 100) + self.pictures
        kind = "png" if size < 900 else "jpg"
        smaller = tuple(width for width in (400, 800, 1400) if width < size * 0.9)
        words = self.language.caption
        stem = f"rs{self.number:03d}{chr(self.series).lower()}{self.pictures}"
        picture = Picture(stem, size, size * 5 // 8, kind, words, dead, smaller)
        shape = Shape.FIGURE if caption else Shape.PICTURE
        return Block(shape, construct, (self.line(words),) if caption else (), picture=picture)
