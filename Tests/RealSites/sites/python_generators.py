"""Sites of static files by generators in Python: Pelican, MkDocs, Nikola, Sphinx."""

from __future__ import annotations

import json
import shutil

from content.blocks import Post
from installing import run
from markup.as_markdown import Dialect, MarkdownWriter
from markup.as_rst import LACKS, RSTWriter, underlined
from sites.site import AUTHOR, SITE_TITLE, StaticSite, frame, write_file

BUILD_SECONDS = 300


class Pelican(StaticSite):
    """Pelican with its theme notmyidea: ten list pages, feeds, no sitemap."""

    name = "pelican"
    theme = "notmyidea"
    tells_changes = False

    def install(self) -> None:
        self.programs = self.place.installer.python("pelican", "markdown")

    def path(self, post: Post) -> str:
        return f"/{post.slug}.html" if post.language == "en" else f"/{post.slug}-{post.language}.html"

    def generate(self, posts: list[Post]) -> None:
        self.renew(self.source, self.built)
        writer = MarkdownWriter(Dialect())
        for post in posts:
            head = {
                "Title": post.title,
                "Date": post.published.isoformat(),
                "Slug": post.slug,
                "Lang": post.language,
                "Modified": post.updated.isoformat(),
                "Authors": AUTHOR,
                "Tags": f"tag{post.number % 3}, letters",
                "Category": f"shelf{post.number % 2}",
            }
            lines = "".join(f"{name}: {value}\n" for name, value in head.items())
            write_file(self.source / f"{post.slug}.md", f"{lines}\n{writer.post(post)}")
        settings = {
            "SITENAME": SITE_TITLE,
            "SITEURL": self.origin,
            "AUTHOR": AUTHOR,
            "TIMEZONE": "UTC",
            "DEFAULT_LANG": "en",
            "SITESUBTITLE": frame(1, "Weather and bread"),
            "DEFAULT_PAGINATION": 10,
            "THEME": self.theme,
            "LINKS": [(frame(2, "Our friends"), "https://elsewhere.example/")],
            "SOCIAL": [(frame(3, "Write to us"), "https://elsewhere.example/us")],
            # A translation would be left out of the lists.
            "ARTICLE_TRANSLATION_ID": None,
            "FEED_ALL_ATOM": "feeds/all.atom.xml",
        }
        file = self.folder / "pelicanconf.py"
        write_file(file, "".join(f"{name} = {value!r}\n" for name, value in settings.items()))
        run([self.programs / "pelican", self.source, "-s", file, "-o", self.built, "--ignore-cache"], BUILD_SECONDS)


class MkDocsMaterial(StaticSite):
    """MkDocs with the theme Material: four sections, and a sitemap whose dates are all that of the build."""

    name = "mkdocs-material"
    may_be_items = frozenset({"/"})
    tells_changes = False

    def install(self) -> None:
        self.programs = self.place.installer.python("mkdocs-material")

    def path(self, post: Post) -> str:
        return f"/part{post.number % 4}/{post.slug}/"

    def generate(self, posts: list[Post]) -> None:
        self.renew(self.source, self.built)
        writer = MarkdownWriter(Dialect(admonitions=True, folded=True, formulas=True))
        links = []
        for post in posts:
            write_file(self.source / f"{self.path(post).strip('/')}.md", f"# {post.title}\n\n{writer.post(post)}")
            links.append(f"- [{post.title}]({self.path(post).strip('/')}.md)")
        write_file(self.source / "index.md", f"# {SITE_TITLE}\n\n" + "\n".join(links) + "\n")
        extensions = [
            "admonition",
            "footnotes",
            "def_list",
            "tables",
            "attr_list",
            "md_in_html",
            "pymdownx.details",
            "pymdownx.superfences",
            "pymdownx.arithmatex",
        ]
        settings = {
            "site_name": SITE_TITLE,
            "site_url": self.origin + "/",
            "docs_dir": str(self.source),
            "site_dir": str(self.built),
            "copyright": frame(1, "All rights kept"),
            "markdown_extensions": extensions,
            "theme": {"name": "material", "font": False, "features": ["navigation.footer"]},
            "plugins": ["search"],
        }
        file = self.folder / "mkdocs.yml"
        write_file(file, json.dumps(settings))  # JSON is YAML
        run([self.programs / "mkdocs", "build", "--quiet", "-f", file], BUILD_SECONDS)


class Nikola(StaticSite):
    """Nikola with its theme bootblog4: reStructuredText, a sitemap, thumbnails, a feed of ten entries."""

    name = "nikola"
    theme = "bootblog4"
    lacks = LACKS
    tells_changes = False

    def install(self) -> None:
        self.programs = self.place.installer.python("nikola")

    def path(self, post: Post) -> str:
        return f"/posts/{post.slug}/"

    def generate(self, posts: list[Post]) -> None:
        site = self.source / "site"
        if not site.exists():
            run([self.programs / "nikola", "init", "--quiet", site], BUILD_SECONDS)
            settings = {
                "SITE_URL": self.origin + "/",
                "BLOG_TITLE": SITE_TITLE,
                "BLOG_AUTHOR": AUTHOR,
                "BLOG_DESCRIPTION": frame(1, "Weather and bread"),
                "THEME": self.theme,
                "TIMEZONE": "UTC",
                "CONTENT_FOOTER": frame(2, "All rights kept"),
                "OUTPUT_FOLDER": str(self.built),
                "POSTS": [("posts/*.rst", "posts", "post.tmpl")],
                "PAGES": [],
            }
            with open(site / "conf.py", "a", encoding="utf-8") as file:
                file.write("\n" + "".join(f"{name} = {value!r}\n" for name, value in settings.items()))
        self.renew(site / "posts")
        writer = RSTWriter()
        for post in posts:
            head = {
                "title": post.title,
                "slug": post.slug,
                "date": post.published.strftime("%Y-%m-%d %H:%M:%S UTC"),
                "updated": post.updated.strftime("%Y-%m-%d %H:%M:%S UTC"),
                "tags": f"tag{post.number % 3}",
                "category": f"shelf{post.number % 2}",
            }
            lines = "".join(f".. {name}: {value}\n" for name, value in head.items())
            write_file(site / "posts" / f"{post.slug}.rst", f"{lines}\n{writer.post(post)}")
        # A build that goes on from one before keeps the files of posts that are gone, and names them in the sitemap.
        self.renew(self.built, site / "cache")
        for state in site.glob(".doit.db*"):
            state.unlink()
        run([self.programs / "nikola", "build"], BUILD_SECONDS, cwd=site)


class SphinxFuro(StaticSite):
    """Sphinx with the theme Furo: no sitemap, an index and a search page that are no articles."""

    name = "sphinx-furo"
    theme = "furo"
    may_be_items = frozenset({"/", "/index.html"})
    lacks = LACKS
    tells_changes = False

    def install(self) -> None:
        self.programs = self.place.installer.python(self.theme, "sphinx")

    def path(self, post: Post) -> str:
        return f"/letters/{post.slug}.html"

    def generate(self, posts: list[Post]) -> None:
        self.renew(self.source)
        self.renew(self.built)  # Sphinx leaves the pages of removed sources
        write_file(
            self.source / "conf.py",
            "".join(
                f"{name} = {value!r}\n"
                for name, value in {
                    "project": SITE_TITLE,
                    "author": AUTHOR,
                    "html_theme": self.theme,
                    "html_baseurl": self.origin + "/",
                    "copyright": frame(1, "2026, the almanac"),
                    "extensions": [],
                    "html_theme_options": {"announcement": frame(2, "The reading room is closed on Monday")},
                }.items()
            ),
        )
        writer = RSTWriter()
        for post in posts:
            write_file(
                self.source / "letters" / f"{post.slug}.rst", f"{underlined(post.title, 1)}\n\n{writer.post(post)}"
            )
        entries = "".join(f"   letters/{post.slug}\n" for post in posts)
        contents = f".. toctree::\n   :caption: {frame(3, 'Letters')}\n\n{entries}"
        write_file(self.source / "index.rst", f"{underlined(SITE_TITLE, 1)}\n\n{contents}")
        shutil.copytree(self.assets, self.source, dirs_exist_ok=True)
        run([self.programs / "sphinx-build", "-q", "-E", "-b", "html", self.source, self.built], BUILD_SECONDS)


SITES = (Pelican, MkDocsMaterial, Nikola, SphinxFuro)
