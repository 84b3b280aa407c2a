"""Compares a larder with the posts of its site."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from comparing.larder import Holding, Item
from comparing.pictures import pictures_of, wanted_width
from comparing.residue import residue
from content.blocks import TOKEN, Post
from content.pictures import picture_size
from serving.access_log import Request
from sites.site import AUTHOR, Site, fetch

PICTURE_FILE = re.compile(r"\.(png|jpe?g|webp|gif|svg|ico)(\?|&|$)", re.IGNORECASE)


@dataclass
class Bodies:
    """How the first sync's items compare with the posts."""

    found: int = 0
    extra: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    whole: int = 0
    tokens: int = 0
    kept: int = 0
    titles: int = 0
    #: What is not right of a body: the post, each token lost with its construct, each that should not be there.
    faults: list[dict] = field(default_factory=list)
    wrong_titles: list[str] = field(default_factory=list)
    #: Lines of bodies that hold more than was written.
    residue: list[str] = field(default_factory=list)
    #: How many items have the post's time, only its day, another one or none.
    times: dict[str, int] = field(default_factory=lambda: {"exact": 0, "day": 0, "wrong": 0, "none": 0})
    #: Names that are not the author's.
    wrong_authors: list[str] = field(default_factory=list)


def key(path: str) -> str:
    """A path as it is compared."""
    return urllib.parse.unquote(path)


def present_items(site: Site, holding: Holding) -> dict[str, Item]:
    """The items that are not gone, by what the site knows them by."""
    return {site.identity(item): item for item in holding.items if not item.is_gone}


def same_words(text: str) -> str:
    """A title without what typography changes."""
    return " ".join(text.replace("’", "'").replace("–", "-").split())


def compare_items(site: Site, posts: list[Post], holding: Holding) -> Bodies:
    """Finds each post among the items by its address, and looks at its title and its text."""
    result, present = Bodies(), present_items(site, holding)
    paths = {key(site.path(post)): post for post in posts}
    result.extra = [path for path in present if path not in paths and path not in site.may_be_items]
    for path, post in paths.items():
        item = present.get(path)
        expected = post.tokens()
        result.tokens += len(expected)
        if not item:
            result.missing.append(path)
            continue
        result.found += 1
        if same_words(item.title) == same_words(post.title):
            result.titles += 1
        else:
            result.wrong_titles.append(f"{item.title!r} instead of {post.title!r}")
        result.times[time_of(item, post)] += 1
        if item.author not in ("", AUTHOR):
            result.wrong_authors.append(item.author)
        result.residue += [f"{path}: {line}" for line in residue(item.body, post)]
        held = set(TOKEN.findall(item.body))
        lost = {token: construct for token, construct in expected.items() if token not in held}
        foreign = sorted(held - set(expected))
        result.kept += len(expected) - len(lost)
        if lost or foreign:
            result.faults.append(
                {
                    "post": path,
                    "language": post.language,
                    "words": len(post.words().split()),
                    "method": item.method,
                    "lost": lost,
                    "foreign": {token: around(item.body, token) for token in foreign},
                }
            )
        else:
            result.whole += 1
    return result


def time_of(item: Item, post: Post) -> str:
    """How an item's time compares with its post's; a site may say the day alone."""
    if item.published is None:
        return "none"
    stored = datetime.fromtimestamp(item.published / 1000, timezone.utc)
    if stored == post.published:
        return "exact"
    return "day" if abs(stored - post.published) < timedelta(days=1) else "wrong"


def around(text: str, token: str) -> str:
    place = text.find(token)
    return " ".join(text[max(0, place - 40) : place + 40].split())


def compare_pictures(site: Site, posts: list[Post], holding: Holding) -> tuple[int, list[str]]:
    """The number of pictures that should be there, and of each that is not there or has another size what is wrong."""
    present, count, faults = present_items(site, holding), 0, []
    for post in posts:
        pictures = [picture for picture in post.pictures() if not picture.dead]
        html = site.html(post) if pictures else ""
        item = present.get(key(site.path(post)))
        for picture in pictures:
            count += 1
            wanted = width_on(site, html, picture.stem)
            shown = [stored.width for stored in item.pictures if picture.stem in stored.file.lower()] if item else []
            anywhere = [stored.width for stored in holding.pictures if picture.stem in stored.file.lower()]
            if wanted is None:
                faults.append(f"{post.slug} {picture.stem}: the page does not show it")
            elif wanted not in (shown or anywhere):
                faults.append(f"{post.slug} {picture.stem}: {shown or anywhere or 'nothing'} instead of {wanted}")
    return count, faults


def width_on(site: Site, html: str, stem: str) -> int | None:
    """The width that should be stored of a picture on a page."""
    for addresses in pictures_of(html, stem):
        source, *candidates = [measured_width(site, address) for address in (addresses[0], *addresses[1])]
        return wanted_width(source, candidates)
    return None


def measured_width(site: Site, address: str) -> int:
    """The width of a picture that the site serves."""
    size = picture_size(fetch(urllib.parse.urljoin(site.origin, address)))
    if not size:
        raise OSError(f"{address} is no picture")
    return size[0]


def lists_asked(site: Site, posts: list[Post], requests: list[Request]) -> set[str]:
    """The addresses that brought lists: those that are no post's page, no picture and no robots.txt."""
    pages = {key(site.path(post)) for post in posts}
    return {
        request.target
        for request in requests
        if request.status in (200, 304)
        and key(request.target) not in pages
        and request.target != "/robots.txt"
        and not PICTURE_FILE.search(key(request.target))
        and not site.is_detail(request.target)
    }


@dataclass
class Changes:
    """What a sync changed, by the addresses of items."""

    added: list[str]
    changed: list[str]
    gone: list[str]


def changes_between(site: Site, before: Holding, after: Holding) -> Changes:
    """What differs for people: items that came or went, and titles and texts that became others."""
    old, new = present_items(site, before), present_items(site, after)
    said: Callable[[Item], tuple[str, str]] = lambda item: (item.title, item.body)
    return Changes(
        sorted(path for path in new if path not in old),
        sorted(path for path in new if path in old and said(new[path]) != said(old[path])),
        sorted(path for path in old if path not in new),
    )
