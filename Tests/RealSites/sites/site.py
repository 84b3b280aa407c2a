"""What every site is asked for, and what those of static files have in common."""

from __future__ import annotations

import filecmp
import os
import shutil
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from comparing.larder import Item
from content.blocks import Picture, Post, Shape
from content.pictures import picture_bytes
from content.posts import chrome_token
from installing import Installer
from serving.access_log import OWN_REQUEST
from serving.processes import Processes
from serving.servers import LoggingProxy, Server, StaticServer

#: How long ago the files of a site's first state were written, so that a cache may take them for fresh.
FIRST_AGE_SECONDS = 30 * 86_400
AUTHOR = "Ada Winter"
SITE_TITLE = "The Real Sites Almanac"


@dataclass(frozen=True)
class Place:
    """Where a site works: its own folder, and what all sites share."""

    folder: Path
    installer: Installer
    processes: Processes


class Site(ABC):
    """A site of third-party software, from its packages to its pages."""

    name: str
    #: Shapes that its markup has no form for, and whether it has one for footnotes.
    lacks: frozenset[Shape] = frozenset()
    has_footnotes = True
    #: Whether posts have web pages.
    has_pages = True
    #: Whether its lists say when a page changed; where they do not, an unchanged sync has to ask for each page.
    tells_changes = True
    #: Whether its lists name all that there is, so that what they leave out is gone.
    tells_removals = True
    #: Paths of pages beside the posts that have a text of their own and may be taken.
    may_be_items: frozenset[str] = frozenset()

    def __init__(self, place: Place) -> None:
        self.place = place
        self.folder = place.folder
        self.folder.mkdir(parents=True, exist_ok=True)

    @abstractmethod
    def install(self) -> None:
        """Installs what the site needs; raises `CommandFailure`."""

    @abstractmethod
    def open(self) -> Server:
        """Starts its servers and returns the one with the access log."""

    @abstractmethod
    def write(self, posts: list[Post]) -> None:
        """Fills the site with its first posts."""

    @abstractmethod
    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        """Edits, removes and adds posts; `posts` are those that are there afterwards."""

    @abstractmethod
    def path(self, post: Post) -> str:
        """The path, and query, of the page of a post."""

    def identity(self, item: Item) -> str:
        """What of an item is compared with `path` of a post."""
        return item.path

    def is_detail(self, target: str) -> bool:
        """Whether an address beside the pages of posts brings one item and not a list."""
        return False

    @property
    def start(self) -> str:
        """The address that a person would give to `sources init`."""
        return self.server.origin + "/"

    def serve(self) -> None:
        self.server = self.open()

    @property
    def origin(self) -> str:
        return self.server.origin

    def close(self) -> None:
        if hasattr(self, "server"):
            self.server.close()

    def html(self, post: Post) -> str:
        """The HTML that says what a post is: its page."""
        return fetch(self.origin + self.path(post)).decode()


def fetch(url: str) -> bytes:
    """The body of an address; the request is in no log."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={OWN_REQUEST: "1"}), timeout=60) as answer:
        return answer.read()


def frame(place: int, words: str) -> str:
    """Words of a site's frame with their token."""
    return f"{words} {chrome_token(0, place)}"


def write_file(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def write_picture(picture: Picture, folder: Path, smaller: bool) -> None:
    """The file of a picture, where it is not there yet, and with `smaller` those that `srcset` names."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {picture.file: picture.width}
    if smaller:
        sizes |= {picture.file_at(width): width for width in picture.smaller}
    for name, width in sizes.items():
        if not (folder / name).exists() and not picture.dead:
            height = round(picture.height * width / picture.width)
            (folder / name).write_bytes(picture_bytes(width, height, picture.kind, sum(picture.stem.encode())))
            # A picture of this moment would be asked for again in each sync, as HTTP guesses no lifetime for it.
            month_ago = time.time() - 30 * 86_400
            os.utime(folder / name, (month_ago, month_ago))


def write_assets(posts: list[Post], folder: Path, smaller: bool = False) -> None:
    """The pictures and the linked file of posts, below `/pictures` and `/files`."""
    for post in posts:
        for picture in post.pictures():
            write_picture(picture, folder / "pictures", smaller)
    write_file(folder / "files" / "table.pdf", "%PDF-1.4\n%%EOF\n")


class StaticSite(Site):
    """A site that a generator writes as files. Publishing keeps the times of files that did not change."""

    srcset = False

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.source, self.built = self.folder / "source", self.folder / "built"
        self.served, self.assets = self.folder / "served", self.folder / "assets"
        for folder in (self.source, self.served, self.assets):
            folder.mkdir(exist_ok=True)

    @abstractmethod
    def generate(self, posts: list[Post]) -> None:
        """Writes the sources of the posts and builds them into `built`."""

    def open(self) -> Server:
        return StaticServer(self.served, self.assets)

    def write(self, posts: list[Post]) -> None:
        write_assets(posts, self.assets, self.srcset)
        self.generate(posts)
        self.publish(time.time() - FIRST_AGE_SECONDS)

    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        write_assets(posts, self.assets, self.srcset)
        self.generate(posts)
        self.publish(time.time())

    def publish(self, changed: float) -> None:
        """Copies what differs, with the time `changed`, and removes what is no longer built."""
        built = {file.relative_to(self.built) for file in self.built.rglob("*") if file.is_file()}
        for file in built:
            target = self.served / file
            if not target.is_file() or not filecmp.cmp(self.built / file, target, shallow=False):
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.built / file, target)
                os.utime(target, (changed, changed))
        for file in [file for file in self.served.rglob("*") if file.is_file()]:
            if file.relative_to(self.served) not in built:
                file.unlink()

    def renew(self, *folders: Path) -> None:
        """Empties folders before they are written again."""
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)


class ProxiedSite(Site):
    """A site whose own server stands behind the logging proxy, which serves pictures and files itself."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.assets = self.folder / "assets"
        self.assets.mkdir(exist_ok=True)

    def open(self) -> Server:
        self.proxy = LoggingProxy(self.assets)
        return self.proxy

    def run_behind(self, command: Sequence[str | Path], ready: str, **options: Any) -> None:
        """Starts the site's own server; `ready` finds its port in what it prints."""
        started = self.place.processes.start(command, self.folder / "server.log", ready, **options)
        self.proxy.target = ("127.0.0.1", int(started[1]))
