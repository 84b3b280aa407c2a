"""Reads the catalog of a larder."""

from __future__ import annotations

import sqlite3
import urllib.parse
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class StoredPicture:
    url: str
    width: int

    @property
    def file(self) -> str:
        return urllib.parse.unquote(self.url).rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Item:
    """One article. `body` is the text that an app would show, with the captions of its pictures."""

    urn: str
    url: str
    title: str
    author: str
    #: Unix milliseconds, where it is known.
    published: int | None
    body: str
    method: str
    is_gone: bool
    is_partial: bool
    pictures: tuple[StoredPicture, ...]

    @property
    def path(self) -> str:
        """Path and query of its address."""
        parts = urllib.parse.urlsplit(self.url)
        return urllib.parse.unquote(parts.path) + (f"?{parts.query}" if parts.query else "")


@dataclass(frozen=True)
class Holding:
    """Everything of a larder that is compared."""

    items: tuple[Item, ...]
    pictures: tuple[StoredPicture, ...]
    notes: tuple[str, ...]
    recipes: int


#: The body of the item's page, else what its list says, as text made of HTML or as it came.
ARTICLES = """
    SELECT a.urn, coalesce(a.url, ''), coalesce(a.title, ''), coalesce(a.author, ''), a.publishedAt,
        coalesce(b.plain, c.plain, a.content, ''),
        CASE WHEN b.id IS NOT NULL THEN coalesce(b.method, 'body') WHEN c.id IS NOT NULL THEN 'content' ELSE '' END,
        a.goneAt IS NOT NULL, a.isPartial, coalesce(b.id, c.id)
    FROM article a
    LEFT JOIN text b ON b.itemURN = a.urn AND b.role = 'body'
    LEFT JOIN text c ON c.itemURN = a.urn AND c.role = 'content'
    ORDER BY a.urn
"""
PICTURES = """
    SELECT coalesce(p.caption, ''), i.url, i.width FROM textPicture p
    LEFT JOIN image i ON i.urn = p.imageURN WHERE p.textID = ? ORDER BY p.position
"""


def read_larder(folder: Path) -> Holding:
    """What the larder holds; nothing where there is none."""
    file = folder / "catalog.sqlite"
    if not file.exists():
        return Holding((), (), (), 0)
    catalog = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        items = []
        for *said, body, method, gone, partial, text in catalog.execute(ARTICLES).fetchall():
            rows = catalog.execute(PICTURES, (text,)).fetchall()
            captions = "".join("\n" + caption for caption, _, _ in rows)
            shown = tuple(StoredPicture(url, width) for _, url, width in rows if width)
            items.append(Item(*said, body + captions, method, bool(gone), bool(partial), shown))
        pictures = catalog.execute("SELECT url, width FROM image WHERE width IS NOT NULL ORDER BY url").fetchall()
        notes = catalog.execute("SELECT code, recordURN, message FROM note ORDER BY code, recordURN").fetchall()
        recipes = catalog.execute("SELECT count(*) FROM recipe").fetchone()[0]
        return Holding(
            tuple(items),
            tuple(StoredPicture(*row) for row in pictures),
            tuple(f"{code} {urn}: {message}" for code, urn, message in notes),
            recipes,
        )
    finally:
        catalog.close()
