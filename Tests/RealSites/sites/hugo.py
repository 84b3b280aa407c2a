"""Sites by Hugo, whose templates are written here, since Debian has none of its themes."""

from __future__ import annotations

import json

from content.blocks import Post
from installing import run
from markup.as_markdown import Dialect, MarkdownWriter
from sites.site import AUTHOR, SITE_TITLE, StaticSite, frame, write_file

BUILD_SECONDS = 120

BASE = """<!DOCTYPE html>
<html lang="{{ with .Params.lang }}{{ . }}{{ else }}en{{ end }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{ if .IsHome }}{{ site.Title }}{{ else }}{{ .Title }} · {{ site.Title }}{{ end }}</title>
{{ hugo.Generator }}{{ template "_internal/opengraph.html" . }}
{{ range .AlternativeOutputFormats }}<link rel="{{ .Rel }}" type="{{ .MediaType.Type }}"
href="{{ .Permalink }}">{{ end }}
</head>
<body><header class="site-header"><a href="/">{{ site.Title }}</a> <span>{{ site.Params.motto }}</span></header>
<div class="wrap"><main>{{ block "main" . }}{{ end }}</main>
<aside class="sidebar"><h2>Lately</h2><ul>{{ range first 5 site.RegularPages }}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ul><p>{{ site.Params.about }}</p></aside></div>
<footer class="site-footer"><p>{{ site.Params.rights }}</p></footer></body></html>
"""
SINGLE = """{{ define "main" }}<article class="post"><header class="post-header"><h1>{{ .Title }}</h1>
<p class="meta"><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">
{{- .Date.Format "2 January 2006" }}</time> by {{ .Params.author }}</p></header>
<div class="post-body">{{ .Content }}</div>
<footer class="post-footer"><ul class="tags">{{ range .GetTerms "tags" }}
<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>
<nav class="pager">{{ with .PrevInSection }}
<a rel="prev" href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav></footer></article>
<section class="related"><h2>You may also like</h2><ul>
{{ range first 3 (where site.RegularPages "Params.shelf" .Params.shelf) }}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul><p>{{ site.Params.more }}</p></section>
<section id="comments" class="comments"><h2>Comments</h2><ol>{{ range .Params.comments }}
<li class="comment"><cite>Reader</cite><p>{{ . }}</p></li>{{ end }}</ol>
<form action="/comment" method="post"><label>Name <input name="name"></label>
<textarea name="text"></textarea><button>Send</button></form></section>{{ end }}
"""
LIST = """{{ define "main" }}<h1>{{ .Title }}</h1>{{ $pages := .Paginate (where site.RegularPages "Type" "posts") }}
{{ range $pages.Pages }}<section class="teaser"><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<time>{{ .Date.Format "2006-01-02" }}</time></section>{{ end }}{{ template "_internal/pagination.html" . }}{{ end }}
"""


class Hugo(StaticSite):
    """Hugo with a side bar, related posts, comments and pictures in several sizes; its sitemap says what changed."""

    name = "hugo"
    srcset = True

    def install(self) -> None:
        self.place.installer.debian("hugo")

    def path(self, post: Post) -> str:
        return f"/posts/{post.slug}/"

    def generate(self, posts: list[Post]) -> None:
        self.renew(self.source, self.built)
        settings = {
            "baseURL": self.origin + "/",
            "title": SITE_TITLE,
            "languageCode": "en",
            "paginate": 10,
            "params": {
                "motto": frame(1, "Weather and bread"),
                "about": frame(2, "We write on Sundays"),
                "rights": frame(3, "All rights kept"),
                "more": frame(4, "Older letters are in the cellar"),
            },
            "markup": {"goldmark": {"renderer": {"unsafe": True}}},
        }
        write_file(self.source / "config.json", json.dumps(settings))
        for name, template in (("baseof", BASE), ("single", SINGLE), ("list", LIST)):
            write_file(self.source / "layouts" / "_default" / f"{name}.html", template)
        writer = MarkdownWriter(Dialect(srcset=True))
        for post in posts:
            head = {
                "title": post.title,
                "date": post.published.isoformat(),
                "lastmod": post.updated.isoformat(),
                "author": AUTHOR,
                "lang": post.language,
                "tags": [f"tag{post.number % 3}"],
                "shelf": post.number % 4,
                "comments": post.comments,
            }
            write_file(
                self.source / "content" / "posts" / f"{post.slug}.md", f"{json.dumps(head)}\n\n{writer.post(post)}"
            )
        run(["hugo", "--quiet", "--source", self.source, "--destination", self.built], BUILD_SECONDS)


SITES = (Hugo,)
