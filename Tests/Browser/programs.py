"""The programs under test: a sync that fills a larder, the server of its pages, the export into a folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

START_SECONDS, END_SECONDS, SYNC_SECONDS = 20, 10, 300


class Failure(Exception):
    """Something does not hold."""


class Process:
    """A program that runs beside the tests; it is ended by its own number, with what it started."""

    def __init__(self, command: list[str | Path], log: Path) -> None:
        self.log = log
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Waits until the program has written what `pattern` matches."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if match := re.search(pattern, self.log.read_text(errors="replace")):
                return match
            time.sleep(0.02)
        raise Failure(f"{self.process.args[0]} did not start: {self.log.read_text(errors='replace')[-500:]}")

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def wait(self, seconds: float) -> int:
        return self.process.wait(seconds)

    def close(self) -> None:
        if not self.is_running:
            return
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Programs:
    """`coordinator`, which has `worker` beside it."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.coordinator = folder / "coordinator"
        self.work = work
        self.running: list[Process] = []

    def start(self, *arguments: str | Path) -> Process:
        log = self.work / f"{os.getpid()}-{len(self.running)}-{arguments[0]}.log"
        process = Process([self.coordinator, *arguments], log)
        self.running.append(process)
        return process

    def sync(self, larder: Path, *arguments: str) -> Process:
        return self.start("sync", "--into", larder, "--progress", "none", "--workers", "2", *arguments)

    def serve(self, larder: Path, *arguments: str) -> tuple[Process, str]:
        """Serves a larder on a free port of this machine alone; returns the process and the first page's address."""
        process = self.start("serve", "--into", larder, "--http", "127.0.0.1:0", *arguments)
        return process, process.wait_for(r"http://127\.0\.0\.1:\d+/")[0]

    def export(self, larder: Path, folder: Path) -> None:
        process = self.start("export", "site", folder, "--into", larder)
        if process.wait(SYNC_SECONDS) != 0:
            raise Failure(f"the export failed: {process.log.read_text(errors='replace')[-500:]}")

    @property
    def can_export(self) -> bool:
        """Whether this coordinator has the command; others take its name for a source."""
        shown = subprocess.run([self.coordinator, "--help"], capture_output=True, text=True, timeout=START_SECONDS)
        return re.search(r"^  export\b", shown.stdout, re.MULTILINE) is not None

    def copy(self) -> Programs:
        """The same programs, for a process that ends only what it starts itself."""
        return Programs(self.coordinator.parent, self.work)

    def close(self) -> None:
        for process in reversed(self.running):
            process.close()


def finished(process: Process, *codes: int) -> None:
    """Waits for a sync, which has to end with one of `codes`."""
    code = process.wait(SYNC_SECONDS)
    if code not in (codes or (0,)):
        raise Failure(f"a sync ended with {code}: {process.log.read_text(errors='replace')[-800:]}")
