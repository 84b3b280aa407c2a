"""Sites with a feed by feedgen, whose pages are written here, as plain as people do by hand."""

from __future__ import annotations

import json
from html import escape

from content.blocks import Post
from installing import run
from markup.as_html import HTMLWriter
from sites.python_apps import APPS
from sites.site import AUTHOR, StaticSite, frame, write_file

PAGE = """<!DOCTYPE html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<link rel="alternate" href="/feed.xml" type="application/{form}+xml"></head>
<body><p><a href="/">{top}</a></p><article><h1>{title}</h1><p>{author}, {date}</p>
{body}
</article><section><h2>Comments</h2>{comments}</section><hr><p><small>{bottom}</small></p></body></html>
"""
BUILD_SECONDS = 60


class FeedgenAtom(StaticSite):
    """An Atom feed of several files with summaries, and pages that hold the texts."""

    name = "feedgen-atom"
    form = "atom"
    # What a feed no longer names may still be there.
    tells_removals = False

    def install(self) -> None:
        self.python = self.place.installer.python("feedgen") / "python"

    @property
    def start(self) -> str:
        return f"{self.origin}/feed.xml"

    def path(self, post: Post) -> str:
        return f"/letters/{post.slug}.html"

    def generate(self, posts: list[Post]) -> None:
        self.renew(self.built)
        writer = HTMLWriter(lambda path: self.origin + path)
        entries, links = [], []
        for post in posts:
            body = writer.post(post)
            entries.append(
                {
                    "slug": post.slug,
                    "title": post.title,
                    "author": AUTHOR,
                    "body": body,
                    "published": post.published.isoformat(),
                    "updated": post.updated.isoformat(),
                }
            )
            write_file(
                self.built / self.path(post).lstrip("/"),
                PAGE.format(
                    language=post.language,
                    title=escape(post.title),
                    form=self.form,
                    top=frame(1, "All letters"),
                    author=AUTHOR,
                    date=f"{post.published:%d.%m.%Y}",
                    body=body,
                    bottom=frame(2, "All rights kept"),
                    comments="".join(f"<div><b>Reader</b><p>{escape(text)}</p></div>" for text in post.comments),
                ),
            )
            write_file(self.built / "files" / f"{post.slug}.mp3", "ID3")
            links.append(f'<li><a href="{self.path(post)}">{escape(post.title)}</a></li>')
        write_file(self.built / "index.html", f"<!DOCTYPE html><title>Letters</title><ul>{''.join(links)}</ul>")
        file = self.source / "posts.json"
        write_file(file, json.dumps(entries, ensure_ascii=False))
        run([self.python, APPS / "make_feeds.py", file, self.origin, self.built, self.form], BUILD_SECONDS)


class FeedgenRSS(FeedgenAtom):
    """An RSS feed with whole texts in one file; it has no dates of changes."""

    name = "feedgen-rss"
    form = "rss"
    tells_changes = False


SITES = (FeedgenAtom, FeedgenRSS)
