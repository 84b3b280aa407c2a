"""Which picture of a page's candidates should be stored."""

from __future__ import annotations

import re
import urllib.parse
from html.parser import HTMLParser

#: Twice the widest smaller picture that a source wants when its file says nothing.
BOUND = 2_160
CANDIDATE = re.compile(r"(\S+)\s+[\d.]+[wx]\s*(?:,|$)")


def wanted_width(source: int, candidates: list[int], bound: int = BOUND) -> int:
    """The largest candidate at or below the bound, never smaller than `source` unless that is above the bound."""
    fitting = [width for width in [source, *candidates] if width <= bound]
    return max(fitting) if fitting else min([source, *candidates])


class PictureReader(HTMLParser):
    """Collects the pictures of a page, each with its candidates."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attributes}
        if tag == "img" and named.get("src"):
            self.pictures.append((named["src"], CANDIDATE.findall(named.get("srcset", ""))))


def pictures_of(html: str, stem: str) -> list[tuple[str, list[str]]]:
    """Address and candidates of the pictures of a page whose address holds `stem`, in any case."""
    reader = PictureReader()
    reader.feed(html)
    return [entry for entry in reader.pictures if stem in urllib.parse.unquote(entry[0]).lower()]
