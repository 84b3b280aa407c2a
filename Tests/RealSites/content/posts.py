"""Composes the posts of a site: languages, lengths and constructs by turns, the same for the same seed."""

from __future__ import annotations

import dataclasses
import random
import zlib
from datetime import datetime, timedelta, timezone

from content.author import Author
from content.blocks import Block, Post, Shape, plain
from content.constructs import ENDS, MIDDLES, STARTS, Writing
from content.languages import LANGUAGES

#: English for every other post, the others by turns.
TURNS = ("en", "de", "en", "fr", "en", "ja", "en", "ar", "en", "ru")
SHORTEST, SHORT, LONGEST = 20, 80, 1_500
FIRST_DAY = datetime(2026, 1, 5, 9, 30, tzinfo=timezone.utc)


def chrome_token(post: int, place: int) -> str:
    """A token of what stands round posts: of a post's own comments, or with 0 of the site's frame."""
    return f"RN{post:03d}A{place:02d}X"


class Composer:
    """Composes posts whose shapes a site can write.

    `lacks` are the shapes that its markup has no form for; `dead_origin` is a host that has no pictures.
    """

    def __init__(
        self, seed: str, count: int, lacks: frozenset[Shape], dead_origin: str, footnotes: bool = True
    ) -> None:
        self.seed, self.count, self.lacks, self.footnotes = seed, count, lacks, footnotes
        self.dead_origin = dead_origin
        #: Where this site begins in the turns of constructs, so that posts differ from site to site.
        self.first_turn = zlib.crc32(seed.encode()) % 1_009
        # Lengths spread evenly by their logarithm, in an order of no meaning.
        steps = [SHORTEST * (LONGEST / SHORTEST) ** (place / max(1, count - 1)) for place in range(count)]
        random.Random(seed).shuffle(steps)
        self.lengths = [round(step) for step in steps]
        #: The last of the longer posts, so that it is none of the first, some of which are edited and removed.
        self.with_dead_picture = 1 + max(place for place, length in enumerate(self.lengths) if length >= 2 * SHORT)

    def posts(self) -> list[Post]:
        return [self.post(number) for number in range(1, self.count + 1)]

    def additional(self) -> Post:
        """The post that is written between the first sync and the second."""
        self.lengths.append(200)
        return self.post(self.count + 1, now=True)

    def post(self, number: int, now: bool = False) -> Post:
        language = LANGUAGES[TURNS[(number - 1) % len(TURNS)]]
        author = Author(language, number, self.seed)
        length = self.lengths[number - 1]
        date = datetime.now(timezone.utc).replace(microsecond=0) if now else FIRST_DAY + timedelta(days=3 * number)
        title = language.titles[number % len(language.titles)].format(100 + number)
        comments = tuple(
            author.language.comment + f" {chrome_token(number, place)}." for place in range(1, 1 + number % 4)
        )
        return Post(number, language.code, title, tuple(self.blocks(author, number, length)), date, date, comments)

    def blocks(self, author: Author, number: int, length: int) -> list[Block]:
        starts, middles, ends = self.writable(STARTS), self.writable(MIDDLES), self.writable(ENDS)
        turn = number + self.first_turn
        # Steps that have no common factor with the numbers of languages bring each construct to several of them.
        start = starts[turn * 7 % len(starts)](author)
        end = ends[turn * 3 % len(ends)]
        if length < SHORT:
            paragraph = author.paragraph(max(SHORTEST, length * 2 // 3))
            return [*start, paragraph] if number % 2 else [paragraph, *end(author)]
        blocks, turn = start, turn * 11
        while self.words(author, blocks) < length * 9 // 10:
            blocks.append(author.paragraph(author.random.randint(15, 70)))
            if len(blocks) % 3 == 2:
                blocks += middles[turn % len(middles)](author)
                turn += 1
            if len(blocks) % 7 == 4:
                blocks.append(author.heading(level=2 + len(blocks) % 2))
                blocks.append(author.paragraph(25))
        if number == self.with_dead_picture:
            blocks.append(
                author.picture("picture of another host", caption=False, dead=f"{self.dead_origin}/gone/picture.png")
            )
        return [*blocks, *end(author)]

    @staticmethod
    def words(author: Author, blocks: list[Block]) -> int:
        return sum(author.word_count(plain(line)) for block in blocks for line in block.parts)

    def writable(self, kinds: dict[str, Writing]) -> list[Writing]:
        """Those of the kinds that the site's markup has a form for."""
        return [writing for name, writing in kinds.items() if not self.is_lacking(name, writing)]

    def is_lacking(self, name: str, writing: Writing) -> bool:
        if name == "footnotes" and not self.footnotes:
            return True
        trial = writing(Author(LANGUAGES["en"], 0, ""))
        return any(block.shape in self.lacks for block in trial)

    def edited(self, post: Post, now: datetime) -> Post:
        """The post with one paragraph more and one block written anew."""
        author = Author(LANGUAGES[post.language], post.number, self.seed, series="M")
        blocks = list(post.blocks)
        place = next(index for index, block in enumerate(blocks) if block.construct == "paragraph")
        blocks[place] = author.paragraph(30)
        blocks.insert(place + 1, author.paragraph(30))
        return dataclasses.replace(post, blocks=tuple(blocks), updated=now)
