"""Runs the coordinator: a first source file for a site, and syncs with it."""

from __future__ import annotations

import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

INIT_SECONDS, SYNC_SECONDS = 180, 600
WORKERS = 4


@dataclass(frozen=True)
class Outcome:
    """How a command ended, and what it said."""

    exit_code: int
    output: str
    messages: str
    seconds: float

    @property
    def summary(self) -> dict:
        """The last line of a sync's output, an object."""
        for line in reversed(self.output.splitlines()):
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if isinstance(entry, dict) and entry.get("event") == "summary":
                return entry
        return {}


class Coordinator:
    """The built programs; the worker stands beside the coordinator."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "coordinator"
        for program in ("coordinator", "worker"):
            if not os.access(folder / program, os.X_OK):
                raise FileNotFoundError(
                    f"{folder / program}: no such program. Build it, or name its folder with --programs."
                )

    def propose(self, url: str, file: Path) -> Outcome:
        """`sources init`: writes a source's file for what is at the address."""
        return self.run(["sources", "init", url, "--output", file, "--name", "site"], INIT_SECONDS)

    def sync(self, file: Path, larder: Path) -> Outcome:
        return self.run([file, "--into", larder, "--workers", str(WORKERS), "--progress", "json"], SYNC_SECONDS)

    def digest(self, larder: Path) -> str:
        """The hash of a larder's content."""
        return self.run(["digest", "--into", larder], INIT_SECONDS).output

    def run(self, words: list[str | Path], seconds: float) -> Outcome:
        command = [str(self.program), *map(str, words)]
        began = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, messages = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.terminate()  # it ends its workers
            output, messages = process.communicate()
            messages += f"\nstopped after {seconds:.0f} s".encode()
        except BaseException:
            process.terminate()
            process.communicate()
            raise
        texts = (output.decode(errors="replace"), messages.decode(errors="replace"))
        return Outcome(process.returncode, *texts, time.monotonic() - began)
