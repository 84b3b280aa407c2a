"""Where the pages are: on a server, or in a folder that is opened from the disk."""

from __future__ import annotations

import html
import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Place:
    """A larder as a browser finds it."""

    name: str
    root: str
    items: dict[str, str] = field(default_factory=dict)

    @property
    def is_folder(self) -> bool:
        return self.root.startswith("file:")

    def list(self, query: str = "") -> str:
        """The list with these parameters, such as "kind=recipe"."""
        first = self.root + "index.html" if self.is_folder else self.root
        return f"{first}?{query}" if query else first

    def item(self, title: str) -> str:
        return self.items[title]

    def cook(self, title: str) -> str:
        """The page whose step is shown by itself; a folder has none."""
        return f"{self.item(title)}?step=1"


def served(root: str, larder: Path) -> Place:
    catalog = sqlite3.connect(f"file:{larder}/catalog.sqlite?mode=ro", uri=True)
    rows = catalog.execute("SELECT title, urn FROM card").fetchall()
    catalog.close()
    return Place("served", root, {title: f"{root}item/{urn}" for title, urn in rows})


def folder(path: Path) -> Place:
    place = Place("folder", path.as_uri() + "/")
    for kind in ["recipe", "article"]:
        for page in (path / kind).rglob("*.html"):
            if title := re.search(r"<title>(.*?) – Larder</title>", page.read_text(errors="replace")):
                place.items[html.unescape(title[1])] = page.as_uri()
    return place
