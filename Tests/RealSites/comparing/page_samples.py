"""Writes pages of a site with their truth, in the form of the corpus of whole articles."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from content.blocks import TOKEN, Post
from sites.site import Site


def write_samples(site: Site, posts: list[Post], folder: Path, count: int) -> None:
    """Up to `count` pages, of all languages, as `rsNNN.html.gz` and `rsNNN.json`."""
    target = folder / site.name
    target.mkdir(parents=True, exist_ok=True)
    # Every third post: a step that has no factor in common with the turns of languages.
    for post in (posts[::3] + posts[1::3])[:count]:
        html = site.html(post)
        tokens = post.tokens()
        truth = {
            "id": f"{site.name}/{post.slug}",
            "set": site.name,
            "url": site.origin + site.path(post),
            "lang": post.language,
            "title": post.title,
            "tokens": list(tokens),
            "not": sorted(set(TOKEN.findall(html)) - set(tokens)),
            "kinds": tokens,
            "words": post.words(),
        }
        with gzip.open(target / f"{post.slug}.html.gz", "wt", encoding="utf-8", newline="") as file:
            file.write(html)
        (target / f"{post.slug}.json").write_text(json.dumps(truth, ensure_ascii=False), encoding="utf-8")
