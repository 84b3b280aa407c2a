"""WordPress, with pretty and with plain permalinks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from content.blocks import Block, Picture, Post, Shape
from installing import run
from markup.as_html import HTMLWriter
from sites.php import ROUTER, PHPSite
from sites.python_apps import APPS
from sites.site import SITE_TITLE, frame, write_assets, write_file

FILL_SECONDS = 600
PACKAGES = ("wordpress", "wordpress-theme-twentytwentythree", "libjs-cropper", "libjs-underscore", "php-getid3")
#: Faces of people who comment are at a host that has none of them, at another address in each answer.
PLUGIN = """<?php
add_filter('get_avatar_url', fn($url) => '{faces}/avatar/' . md5($url) . '?s=40&d=' . mt_rand());
"""
CONFIGURATION = """<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', '{origin}');
define('WP_SITEURL', '{origin}');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
{keys}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) {{
    define('ABSPATH', __DIR__ . '/');
}}
require_once ABSPATH . 'wp-settings.php';
"""
KEYS = [f"{kind}_{name}" for kind in ("AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE") for name in ("KEY", "SALT")]


def size_of(picture: Picture) -> str:
    """The size at which the editor puts a picture into a post: `large`, its default, or by turns the whole file."""
    return "full" if picture.width % 8 < 4 else "large"


class BlockWriter(HTMLWriter):
    """Writes HTML with the comments of WordPress's block editor; pictures are uploads whose address comes later."""

    NAMES = {
        Shape.PARAGRAPH: "paragraph",
        Shape.LINES: "paragraph",
        Shape.BULLETS: "list",
        Shape.NESTED: "list",
        Shape.QUOTATION: "quote",
        Shape.CODE: "code",
        Shape.RULE: "separator",
        Shape.TABLE: "table",
    }
    CLASSES = {Shape.QUOTATION: "wp-block-quote", Shape.CODE: "wp-block-code", Shape.RULE: "wp-block-separator"}

    def block(self, block: Block) -> str:
        html = super().block(block)
        if block.shape is Shape.HEADING:
            attributes = "" if block.level == 2 else f' {{"level":{block.level}}}'
            return f"<!-- wp:heading{attributes} -->\n{html}\n<!-- /wp:heading -->"
        if block.picture:
            return html
        if block.shape is Shape.TABLE:
            html = f'<figure class="wp-block-table">{html}</figure>'
        if class_name := self.CLASSES.get(block.shape):
            tag = html[1 : html.index(">")].split(" ")[0]
            html = html.replace(f"<{tag}>", f'<{tag} class="{class_name}">', 1)
        name = self.NAMES.get(block.shape, "html")
        return f"<!-- wp:{name} -->\n{html}\n<!-- /wp:{name} -->"

    def picture(self, picture: Picture, caption: str | None) -> str:
        words = f'<figcaption class="wp-element-caption">{caption}</figcaption>' if caption else ""
        if picture.dead:
            image = f'<img src="{picture.dead}" alt=""/>'
            return f'<!-- wp:image -->\n<figure class="wp-block-image">{image}{words}</figure>\n<!-- /wp:image -->'
        size, number = size_of(picture), f"@@ID:{picture.file}@@"
        image = f'<img src="@@URL:{picture.file}@@" alt="{picture.alternative}" class="wp-image-{number}"/>'
        return (
            f'<!-- wp:image {{"id":{number},"sizeSlug":"{size}","linkDestination":"none"}} -->\n'
            f'<figure class="wp-block-image size-{size}">{image}{words}</figure>\n<!-- /wp:image -->'
        )


class WordPressPretty(PHPSite):
    """WordPress with the theme Twenty Twenty-Three, comments, and addresses with the day and the name."""

    name = "wordpress-pretty"
    permalinks = "/%year%/%monthnum%/%day%/%postname%/"

    def install(self) -> None:
        self.install_php()
        self.place.installer.debian("mariadb-server-core", "mariadb-client-core")
        self.software = self.place.installer.unpacked(*PACKAGES)

    def path(self, post: Post) -> str:
        return f"/{post.published:%Y/%m/%d}/{post.slug}/"

    def write(self, posts: list[Post]) -> None:
        self.program = self.folder / "program"
        shutil.rmtree(self.program, ignore_errors=True)
        shutil.copytree(self.software / "usr/share/wordpress", self.program, ignore_dangling_symlinks=True)
        socket = self.start_database()
        faces = next(picture.dead for post in posts for picture in post.pictures() if picture.dead).split("/gone")[0]
        keys = "\n".join(f"define('{name}', 'for this machine only: {name}');" for name in KEYS)
        write_file(self.program / "wp-config.php", CONFIGURATION.format(socket=socket, origin=self.origin, keys=keys))
        write_file(self.program / "wp-content/mu-plugins/faces.php", PLUGIN.format(faces=faces))
        self.proxy.folders.append(self.program)
        self.fill(posts, [], install=True)
        self.start_php(self.program, ROUTER, **({} if self.permalinks else {"NO_REWRITING": "1"}))

    def start_database(self) -> Path:
        """A database of this site alone, on a socket in its folder."""
        data, socket = self.folder / "database", self.folder / "db.sock"
        shutil.rmtree(data, ignore_errors=True)
        shared = ["--no-defaults", f"--datadir={data}", "--user=root"]
        run(["mariadb-install-db", *shared, "--auth-root-authentication-method=normal", "--skip-test-db"], FILL_SECONDS)
        self.place.processes.start(
            ["/usr/sbin/mariadbd", *shared, f"--socket={socket}", "--skip-networking", f"--pid-file={data}/pid"],
            self.folder / "database.log",
            "ready for connections",
        )
        command = ["mariadb", "--no-defaults", f"--socket={socket}", "-u", "root", "-e", "CREATE DATABASE wordpress"]
        run(command, FILL_SECONDS)
        return socket

    def change(self, posts: list[Post], edited: list[Post], removed: Post, added: Post) -> None:
        self.fill([*edited, added], [removed.slug])

    def fill(self, posts: list[Post], removed: list[str], install: bool = False) -> None:
        write_assets(posts, self.assets)
        writer = BlockWriter(lambda path: self.origin + path)
        entries = [
            {
                "slug": post.slug,
                "title": post.title,
                "content": writer.post(post),
                "comments": post.comments,
                "date": f"{post.published:%Y-%m-%d %H:%M:%S}",
                "featured": post.number % 3 == 0,
                "pictures": [
                    {
                        "file": f"{self.assets}/pictures/{picture.file}",
                        "alternative": picture.alternative,
                        "size": size_of(picture),
                    }
                    for picture in post.pictures()
                    if not picture.dead
                ],
            }
            for post in posts
        ]
        state = {
            "origin": self.origin,
            "title": frame(1, SITE_TITLE),
            "password": "a long pass phrase",
            "install": install,
            "permalinks": self.permalinks,
            "posts": entries,
            "removed": removed,
        }
        file = self.folder / "state.json"
        write_file(file, json.dumps(state, ensure_ascii=False))
        output = run(["php", *self.php_settings(), APPS / "fill_wordpress.php", self.program, file], FILL_SECONDS)
        self.learn_addresses(output)

    def learn_addresses(self, output: str) -> None:
        """Takes the numbers of posts out of what the filling printed."""


class WordPressPlain(WordPressPretty):
    """The same with the addresses `?p=` and a number, as where the web server has no rewriting."""

    name = "wordpress-plain"
    permalinks = ""

    def path(self, post: Post) -> str:
        return f"/?p={self.numbers[post.slug]}"

    def learn_addresses(self, output: str) -> None:
        numbers = {line.split()[0]: line.split()[1] for line in output.splitlines() if line.startswith("rs")}
        self.numbers = getattr(self, "numbers", {}) | numbers


SITES = (WordPressPretty, WordPressPlain)
