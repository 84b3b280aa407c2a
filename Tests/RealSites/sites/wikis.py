"""Wikis in PHP: MediaWiki and DokuWiki."""

from __future__ import annotations

import os
import shutil
import urllib.parse

from content.blocks import Post
from installing import run
from markup.as_wikitext import (
    DOKUWIKI_LACKS,
    MEDIAWIKI_LACKS,
    DokuWikiWriter,
    MediaWikiWriter,
)
from sites.php import PHPSite
from sites.site import SITE_TITLE, frame, write_assets, write_file

COMMAND_SECONDS = 300
DOKUWIKI_PACKAGES = (
    "dokuwiki",
    "libjs-jquery",
    "libjs-jquery-cookie",
    "libjs-jquery-ui",
    "libphp-simplepie",
    "php-geshi",
    "php-phpseclib",
    "php-random-compat",
)


class MediaWiki(PHPSite):
    """MediaWiki with the skin Vector, SQLite and footnotes; pages are known by their titles."""

    name = "mediawiki"
    skin = "Vector"
    lacks = MEDIAWIKI_LACKS
    may_be_items = frozenset({"/", "/index.php/Main_Page"})

    def install(self) -> None:
        self.install_php()
        software = self.place.installer.unpacked("mediawiki", "mediawiki-classes")
        self.program = software / "usr/share/mediawiki"

    def is_detail(self, target: str) -> bool:
        return "action=parse" in target

    def path(self, post: Post) -> str:
        return "/index.php/" + urllib.parse.quote(post.title.replace(" ", "_"))

    def write(self, posts: list[Post]) -> None:
        data, self.settings = self.folder / "data", self.folder / "LocalSettings.php"
        shutil.rmtree(data, ignore_errors=True)
        self.settings.unlink(missing_ok=True)
        data.mkdir()
        self.maintain(
            "install",
            "--dbtype",
            "sqlite",
            "--dbpath",
            str(data),
            "--dbname",
            "wiki",
            "--server",
            self.origin,
            "--scriptpath",
            "",
            "--pass",
            "a long pass phrase",
            "--confpath",
            str(self.folder),
            SITE_TITLE,
            "Ada",
        )
        with open(self.settings, "a", encoding="utf-8") as file:
            file.write(
                f"\n$wgEnableUploads = true;\n$wgUploadPath = '/images';\n"
                "$wgUseImageMagick = false;\n"  # PHP makes the smaller pictures itself
                f"$wgUploadDirectory = '{self.assets}/images';\n"
                f"wfLoadSkin('{self.skin}');\n$wgDefaultSkin = '{self.skin.lower()}';\n"
                "\nwfLoadExtension('Cite');\n$wgCacheDirectory = __DIR__ . '/data';\n"
                f"$wgSiteNotice = '{frame(1, 'The reading room is closed on Monday')}';\n"
            )
        (self.assets / "images").mkdir(exist_ok=True)
        self.store(posts)
        self.start_php(self.program, MW_CONFIG_FILE=str(self.settings))

    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        self.store([*edited, added])
        write_file(self.folder / "removed.txt", removed.title + "\n")
        self.maintain("deleteBatch", "-u", "Ada", str(self.folder / "removed.txt"))
        self.maintain("runJobs")

    def store(self, posts: list[Post]) -> None:
        """Uploads the pictures of posts and saves their texts."""
        texts = self.folder / "texts"
        shutil.rmtree(texts, ignore_errors=True)
        write_assets(posts, self.assets)
        if (self.assets / "pictures").exists():
            self.maintain("importImages", "--user", "Ada", "--extensions", "png,jpg", str(self.assets / "pictures"))
        writer = MediaWikiWriter(self.origin)
        for post in posts:
            file = texts / f"{post.title}.txt"
            write_file(file, writer.post(post))
            os.utime(file, (post.updated.timestamp(), post.updated.timestamp()))
        self.maintain(
            "importTextFiles", "--overwrite", "--rc", "--use-timestamp", "-u", "Ada", *map(str, texts.iterdir())
        )
        self.maintain("initSiteStats", "--update")
        self.maintain("runJobs")

    def maintain(self, script: str, *words: str) -> None:
        environment = os.environ | {"MW_CONFIG_FILE": str(self.settings), "LC_ALL": "C.UTF-8"}
        command = ["php", *self.php_settings(), self.program / "maintenance" / f"{script}.php", *words]
        run(command, COMMAND_SECONDS, env=environment)


class DokuWiki(PHPSite):
    """DokuWiki as it comes: addresses with `?id=`, a feed of recent changes, a page that links all others."""

    name = "dokuwiki"
    lacks = DOKUWIKI_LACKS
    tells_changes = False
    may_be_items = frozenset({"/", "/doku.php", "/doku.php?id=start", "/doku.php?id=sidebar"})

    def install(self) -> None:
        self.install_php()
        self.software = self.place.installer.unpacked(*DOKUWIKI_PACKAGES)

    def path(self, post: Post) -> str:
        return f"/doku.php?id=letters:{post.slug}"

    def php_settings(self) -> list[str]:
        return [*super().php_settings(), "-d", f"include_path=.:{self.software}/usr/share/php"]

    def write(self, posts: list[Post]) -> None:
        self.program, self.data, settings = (self.folder / name for name in ("program", "data", "settings"))
        for folder, origin in (
            (self.program, "usr/share/dokuwiki"),
            (self.data, "var/lib/dokuwiki/data"),
            (settings, "etc/dokuwiki"),
        ):
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(self.software / origin, folder, ignore_dangling_symlinks=True)
        write_file(
            settings / "local.php",
            f"<?php\n$conf['title'] = '{SITE_TITLE}';\n$conf['savedir'] = '{self.data}';\n"
            "$conf['useacl'] = 0;\n$conf['license'] = '';\n",
        )
        write_file(
            self.program / "inc/preload.php",
            f"<?php\ndefine('DOKU_CONF', '{settings}/');\n"
            f"define('DOKU_MAIN_CONF', '{settings}/');\ndefine('DOKU_FARM', false);\n",
        )
        for loader in (self.program / "inc/load.php", *(self.program / "vendor/composer").glob("*.php")):
            loader.write_text(loader.read_text().replace("'/usr/share/php", f"'{self.software}/usr/share/php"))
        (self.program / "install.php").unlink(missing_ok=True)
        # The pages that come with DokuWiki are no posts, and would count as too many items.
        for own in ("wiki", "playground"):
            shutil.rmtree(self.data / "pages" / own, ignore_errors=True)
        self.commit("sidebar", frame(1, "We write on Sundays"), "first")
        self.store(posts)
        self.write_start(posts)
        self.start_php(self.program)

    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        # Whoever asks for an edit form, as a crawler may, locks its page for a quarter of an hour.
        for lock in (self.data / "locks").glob("*.lock"):
            lock.unlink()
        self.store([*edited, added])
        self.commit(f"letters:{removed.slug}", "", "removed")  # an empty page is a removed one
        self.write_start(posts)

    def write_start(self, posts: list[Post]) -> None:
        links = "\n".join(f"  * [[letters:{post.slug}|{post.title}]]" for post in posts)
        self.commit("start", f"====== {SITE_TITLE} ======\n\n{links}\n", "list")

    def store(self, posts: list[Post]) -> None:
        write_assets(posts, self.assets)
        for folder in ("pictures", "files"):
            shutil.copytree(self.assets / folder, self.data / "media", dirs_exist_ok=True)
        writer = DokuWikiWriter()
        for post in posts:
            self.commit(f"letters:{post.slug}", writer.post(post), "written")

    def commit(self, page: str, text: str, summary: str) -> None:
        """Saves a page as an editor would, with its entry in the recent changes."""
        file = self.folder / "page.txt"
        write_file(file, text)
        script = self.program / "bin/dwpage.php"
        run(["php", *self.php_settings(), script, "commit", "-m", summary, file, page], COMMAND_SECONDS)


SITES = (MediaWiki, DokuWiki)
