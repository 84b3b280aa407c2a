"""Installs what sites are made of: Debian's packages and PyPI's."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

INSTALL_SECONDS = 900


class CommandFailure(Exception):
    """A command that cannot be run or does not end well; while installing, the reason why a site is skipped."""


def run(command: Sequence[str | Path], seconds: float = INSTALL_SECONDS, **options: Any) -> str:
    """The output of a command; raises `CommandFailure` with the end of its output where it fails."""
    words = [str(word) for word in command]
    name = " ".join(words[:3])
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
            check=False,
            **options,
        )
    except FileNotFoundError:
        raise CommandFailure(f"there is no program {words[0]}") from None
    except subprocess.TimeoutExpired:
        raise CommandFailure(f"{name} took more than {seconds:.0f} s") from None
    text = done.stdout.decode(errors="replace")
    if done.returncode:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        raise CommandFailure(f"{name} ended with {done.returncode}: {' / '.join(lines[-2:])[-300:]}")
    return text


class Installer:
    """Installs into the system (programs of Debian) or into a folder (all else)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_list_fresh = False

    def debian(self, *packages: str) -> None:
        """Debian packages of programs and libraries; none of them starts a service."""
        missing = [package for package in packages if not self.is_installed(package)]
        if missing:
            self.apt_get("install", "-y", "--no-install-recommends", *missing)

    @staticmethod
    def is_installed(package: str) -> bool:
        command = ["dpkg-query", "-W", "-f", "${db:Status-Status}", package]
        try:
            return subprocess.run(command, capture_output=True, check=False).stdout == b"installed"
        except FileNotFoundError:
            raise CommandFailure("this is no Debian: there is no dpkg") from None

    def apt_get(self, *words: str, **options: Any) -> None:
        if words[0] == "install" and os.geteuid() != 0:
            raise CommandFailure(f"these Debian packages are missing, and this user is not root: {' '.join(words[3:])}")
        if not self.is_list_fresh:
            if os.geteuid() == 0:
                run(["apt-get", "update"])
            self.is_list_fresh = True
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "-o", "APT::Sandbox::User=root", *words], env=environment, **options)

    def unpacked(self, *packages: str) -> Path:
        """A folder with the files of Debian packages, which are not installed, as they want a web server.

        Absolute links lead to the files in the folder."""
        root = self.folder / "debian"
        store = self.folder / "packages"
        store.mkdir(parents=True, exist_ok=True)
        missing = [package for package in packages if not list(store.glob(f"{package}_*.deb"))]
        if missing:
            self.apt_get("download", *missing, cwd=store)
        for package in packages:
            if not (store / f"{package}.unpacked").exists():
                run(["dpkg-deb", "-x", next(store.glob(f"{package}_*.deb")), root])
                (store / f"{package}.unpacked").touch()
        for link in root.rglob("*"):
            if link.is_symlink() and os.readlink(link).startswith("/") and not os.readlink(link).startswith(str(root)):
                target = root / os.readlink(link).lstrip("/")
                if target.exists():
                    link.unlink()
                    link.symlink_to(target)
        return root

    def python(self, *packages: str) -> Path:
        """The `bin` folder of a virtual environment with packages of PyPI."""
        environment = self.folder / "venv"
        programs = environment / "bin"
        if not programs.exists():
            # A pip of its own takes seconds, and is needed only where this Python has none.
            has_pip = importlib.util.find_spec("pip") is not None
            if not has_pip and importlib.util.find_spec("ensurepip") is None:
                self.debian("python3-venv")  # Debian's Python comes without
            run([sys.executable, "-m", "venv", *(["--without-pip"] if has_pip else []), environment])
        pip = (
            [programs / "pip"]
            if (programs / "pip").exists()
            else [sys.executable, "-m", "pip", "--python", programs / "python"]
        )
        have = {normal(folder.name.split("-")[0]) for folder in environment.glob("lib/*/site-packages/*.dist-info")}
        missing = [package for package in packages if normal(package) not in have]
        if missing:
            run([*pip, "install", "--quiet", "--no-compile", "--disable-pip-version-check", "--retries", "1", *missing])
        return programs


def normal(package: str) -> str:
    """A package's name as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", package).lower()
