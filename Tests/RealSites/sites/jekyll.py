"""Sites by Jekyll."""

from __future__ import annotations

import json

from content.blocks import Post
from installing import run
from markup.as_markdown import Dialect, MarkdownWriter
from sites.site import AUTHOR, SITE_TITLE, StaticSite, frame, write_file

BUILD_SECONDS = 300


class Jekyll(StaticSite):
    """Jekyll as `jekyll new` makes it: the theme Minima, a front page with all posts, a feed of ten, no sitemap."""

    name = "jekyll"
    tells_changes = False

    def install(self) -> None:
        self.place.installer.debian("jekyll", "jekyll-theme-minima", "ruby-jekyll-feed", "ruby-jekyll-seo-tag")

    def path(self, post: Post) -> str:
        return f"/shelf{post.number % 2}/{post.published:%Y/%m/%d}/{post.slug}.html"

    def generate(self, posts: list[Post]) -> None:
        self.renew(self.source, self.built)
        settings = {
            "title": SITE_TITLE,
            "author": AUTHOR,
            "description": frame(1, "Weather and bread"),
            "url": self.origin,
            "email": frame(2, "ada"),
            "theme": "minima",
            "plugins": ["jekyll-feed", "jekyll-seo-tag"],
            "timezone": "UTC",
        }
        write_file(self.source / "_config.yml", json.dumps(settings))
        write_file(self.source / "index.md", "---\nlayout: home\n---\n")
        # kramdown takes an inner list by the width of its bullet.
        writer = MarkdownWriter(Dialect(indent=2, formulas=True))
        for post in posts:
            head = {
                "layout": "post",
                "title": post.title,
                "date": post.published.isoformat(),
                "lang": post.language,
                "categories": f"shelf{post.number % 2}",
                "author": AUTHOR,
            }
            lines = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in head.items())
            file = self.source / "_posts" / f"{post.published:%Y-%m-%d}-{post.slug}.md"
            write_file(file, f"---\n{lines}---\n\n{writer.post(post)}")
        run(["jekyll", "build", "--quiet", "-s", self.source, "-d", self.built], BUILD_SECONDS)


SITES = (Jekyll,)
