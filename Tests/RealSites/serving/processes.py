"""Programs that a site needs while it is served; each is ended by its own number."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

START_SECONDS, END_SECONDS = 60, 10


class StartFailure(Exception):
    """A program that did not begin to serve."""


class Processes:
    """The programs that were started, to be ended together."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, command: Sequence[str | Path], log: Path, ready: str, **options: Any) -> re.Match[str]:
        """Starts a program that writes to `log`, and waits until that has `ready`, a regular expression."""
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                **options,
            )
        self.running.append(process)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if match := re.search(ready, log.read_text(errors="replace")):
                return match
            if process.poll() is not None:
                break
            time.sleep(0.05)
        raise StartFailure(f"{command[0]} did not start: {log.read_text(errors='replace')[-500:].strip()}")

    def close(self) -> None:
        """Ends each process with those that it started itself, which are in its group."""
        for process in reversed(self.running):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                try:
                    process.wait(END_SECONDS)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        self.running.clear()
