"""What sites in PHP have in common."""

from __future__ import annotations

import os
from pathlib import Path

from sites.python_apps import APPS
from sites.site import ProxiedSite

PACKAGES = tuple(f"php-{name}" for name in ("cli", "gd", "intl", "mbstring", "mysql", "sqlite3", "xml"))
STARTED = r"Development Server \(http://127\.0\.0\.1:(\d+)\) started"
SERVER_PROCESSES = "4"


class PHPSite(ProxiedSite):
    """A site that is served by PHP's own server on a port that the system chooses, behind the logging proxy."""

    def install_php(self) -> None:
        self.place.installer.debian(*PACKAGES)

    def start_php(self, root: Path, router: Path | None = None, **environment: str) -> None:
        command = ["php", *self.php_settings(), "-S", "127.0.0.1:0", "-t", root]
        options = os.environ | {"PHP_CLI_SERVER_WORKERS": SERVER_PROCESSES} | environment
        self.run_behind(command + ([router] if router else []), STARTED, env=options)

    def php_settings(self) -> list[str]:
        """Options of PHP for this site."""
        return ["-d", "memory_limit=512M", "-d", "display_errors=0"]


ROUTER = APPS / "router.php"
