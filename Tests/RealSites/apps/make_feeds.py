"""Writes the feeds of posts with feedgen: `make_feeds.py POSTS ORIGIN FOLDER atom|rss`.

The Atom feed has ten entries a file, with a summary each, every fourth with a recording; a file names the next one. The
RSS feed has all entries in one file, with their whole text.
"""

import json
import sys
from pathlib import Path

from feedgen.feed import FeedGenerator

FILE, ORIGIN, FOLDER, FORM = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4]
PAGE_SIZE = 10


def feed(posts: list[dict], name: str, following: str | None) -> None:
    """One file of a feed."""
    generator = FeedGenerator()
    generator.id(f"{ORIGIN}/{name}")
    generator.title("The Letters")
    generator.subtitle("Weather and bread")
    generator.link(href=f"{ORIGIN}/")
    generator.link(href=f"{ORIGIN}/{name}", rel="self")
    if following and FORM == "atom":
        generator.link(href=f"{ORIGIN}/{following}", rel="next")
    for post in posts:
        entry = generator.add_entry(order="append")
        address = f"{ORIGIN}/letters/{post['slug']}.html"
        entry.id(address)
        entry.title(post["title"])
        entry.author(name=post["author"], email="ada@elsewhere.example")
        entry.link(href=address)
        entry.published(post["published"])
        entry.updated(post["updated"])
        if FORM == "rss":
            entry.description(post["title"])
            entry.content(post["body"], type="CDATA")
        else:
            entry.summary(post["title"])
            if int(post["slug"][2:]) % 4 == 3:
                entry.link(href=f"{ORIGIN}/files/{post['slug']}.mp3", type="audio/mpeg")
    write = generator.rss_file if FORM == "rss" else generator.atom_file
    write(str(FOLDER / name), pretty=True)


posts = json.loads(FILE.read_text(encoding="utf-8"))[::-1]
if FORM == "rss":
    feed(posts, "feed.xml", None)
else:
    pages = [posts[start : start + PAGE_SIZE] for start in range(0, len(posts), PAGE_SIZE)]
    names = ["feed.xml", *(f"feed-{number}.xml" for number in range(2, len(pages) + 1))]
    for page, name, following in zip(pages, names, [*names[1:], None]):
        feed(page, name, following)
