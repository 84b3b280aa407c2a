"""Sites by frameworks in Python: Django, Django REST framework, FastAPI, and feeds by feedgen."""

from __future__ import annotations

import json
import re
from pathlib import Path

from comparing.larder import Item
from content.blocks import Post
from installing import run
from markup.as_html import HTMLWriter
from sites.site import AUTHOR, ProxiedSite, write_assets, write_file

APPS = Path(__file__).resolve().parent.parent / "apps"
LOAD_SECONDS = 60
LISTENING = r"listening on (\d+)"


class AppSite(ProxiedSite):
    """A site of a program that reads its posts from a file."""

    packages: tuple[str, ...]

    def install(self) -> None:
        self.python = self.place.installer.python(*self.packages) / "python"

    def save(self, posts: list[Post]) -> Path:
        """Writes the posts, with their bodies in HTML, for the program."""
        write_assets(posts, self.assets)
        writer = HTMLWriter(lambda path: self.origin + path)
        entries = [
            {
                "slug": post.slug,
                "title": post.title,
                "author": AUTHOR,
                "language": post.language,
                "body": writer.post(post),
                "published": post.published.isoformat(),
                "updated": post.updated.isoformat(),
                "comments": post.comments,
            }
            for post in posts
        ]
        file = self.folder / "posts.json"
        write_file(file, json.dumps(entries, ensure_ascii=False))
        return file


class ItemsWithoutAddress:
    """A site whose interface gives whole texts, known by their numbers, and no pages of them."""

    has_pages = False

    def path(self, post: Post) -> str:
        return str(post.number)

    def identity(self, item: Item) -> str:
        return item.urn.rsplit(":", 1)[-1]

    def html(self, post: Post) -> str:
        return HTMLWriter(lambda path: self.origin + path).post(post)


class DjangoPages(AppSite):
    """Django with generic views: lists by `?page=`, pages without dates in their head, neither sitemap nor ETag."""

    name = "django-pages"
    packages = ("django", "djangorestframework")
    tells_changes = False

    def path(self, post: Post) -> str:
        return f"/letters/{post.slug}/"

    def write(self, posts: list[Post]) -> None:
        self.database = self.folder / "letters.sqlite3"
        self.database.unlink(missing_ok=True)
        self.load(posts)
        self.run_behind([self.python, APPS / "django_letters.py", "serve", self.database], LISTENING)

    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        self.load(posts)

    def load(self, posts: list[Post]) -> None:
        command = [self.python, APPS / "django_letters.py", "load", self.database, self.save(posts)]
        run(command, LOAD_SECONDS)


class DRF(ItemsWithoutAddress, DjangoPages):
    """Django REST framework: a list by page numbers whose items hold their text as HTML."""

    name = "drf"
    tells_changes = True

    def is_detail(self, target: str) -> bool:
        return re.search(r"/\d+/?$", target) is not None

    @property
    def start(self) -> str:
        return f"{self.origin}/api/letters/"


class FastAPIPages(AppSite):
    """FastAPI with fastapi-pagination: pages by number, whose items name their web pages."""

    name = "fastapi-page"
    packages = ("fastapi", "fastapi-pagination", "uvicorn", "sqlalchemy", "sqlakeyset")

    @property
    def start(self) -> str:
        return f"{self.origin}/letters"

    def path(self, post: Post) -> str:
        return f"/read/{post.slug}"

    def write(self, posts: list[Post]) -> None:
        file = self.save(posts)
        self.run_behind([self.python, APPS / "fastapi_letters.py", file, self.origin], LISTENING)

    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        self.save(posts)


class FastAPICursor(ItemsWithoutAddress, FastAPIPages):
    """The same with pages by cursor; the items hold their text as HTML and have no address."""

    name = "fastapi-cursor"

    @property
    def start(self) -> str:
        return f"{self.origin}/cursor"


SITES = (DjangoPages, DRF, FastAPIPages, FastAPICursor)
