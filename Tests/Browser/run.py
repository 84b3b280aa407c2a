"""Runs the browser tests: prints each test's name, where it ran and how long; exit code 1 when one failed."""

from __future__ import annotations

import argparse
import multiprocessing
import secrets
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import article_cases  # noqa: F401
import attack_cases  # noqa: F401
import attacks
import firefox_cases  # noqa: F401
import kitchen
import list_cases  # noqa: F401
import look_cases  # noqa: F401
import recipe_cases  # noqa: F401
import status_cases  # noqa: F401
from browsing import Browsing
from cases import CASES, Kit, Skip
from places import Place, folder, served
from playwright.sync_api import sync_playwright
from programs import Failure, Programs, finished

CASE_SECONDS, BROWSERS = 90, 2


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=Path, required=True, help="the folder of coordinator and worker")
    parser.add_argument("--only", default="", help="run the tests whose name has these words")
    parser.add_argument("--place", default="", help="run on served pages, or on those of a folder, alone")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000), help="what is tried at random")
    parser.add_argument("--keep", type=Path, help="work in this folder and leave it")
    return parser.parse_args()


def prepare(programs: Programs, work: Path, seed: int) -> tuple[Kit, dict[str, Place]]:
    """Fills two larders at once, serves one and exports it."""
    sites = [kitchen.kitchen(), attacks.hostile()]
    kit = Kit(programs, work, seed, work / "larder", work / "attacked", sites)
    # More cards than the pages of a list may keep.
    sample = ["--sample", "--sample-recipes", "320", "--sample-articles", "100"]
    syncs = [programs.sync(kit.larder, *sample, *kitchen.add_sources(sites[0], kit.larder))]
    syncs.append(programs.sync(kit.attacked, *attacks.add_sources(sites[1], kit.attacked)))
    # Pictures of the attacks that are not there are dead jobs.
    for sync in syncs:
        finished(sync, 0, 1)
    places = {"served": served(programs.serve(kit.larder)[1], kit.larder)}
    if programs.can_export:
        programs.export(kit.larder, work / "site")
        places["folder"] = folder(work / "site")
    return kit, places


class Runner:
    """Runs tests in a process of its own, with a browser of its own."""

    def __init__(self, kit: Kit, places: dict[str, Place]) -> None:
        self._kit, self._places = kit, places

    def run(self, numbers: multiprocessing.Queue, lines: multiprocessing.Queue) -> None:
        signal.signal(signal.SIGALRM, self._too_long)
        self._kit.programs = self._kit.programs.copy()
        try:
            with sync_playwright() as playwright:
                self._kit.browsing = Browsing(playwright)
                while (job := numbers.get()) is not None:
                    lines.put(self._result(*job))
                self._kit.browsing.close()
        finally:
            self._kit.programs.close()
            lines.put(None)

    def _too_long(self, number: int, frame: object) -> None:
        raise Failure(f"still running after {CASE_SECONDS} s")

    def _result(self, number: int, place: str) -> str:
        start, result, why = time.monotonic(), "ok  ", ""
        signal.alarm(CASE_SECONDS)
        try:
            CASES[number].run(self._kit, self._places[place])
        except Skip as reason:
            result, why = "skip", f": {reason}"
        except Failure as failure:
            result, why = "FAIL", f": {failure}"
        except Exception:
            result, why = "FAIL", "\n" + traceback.format_exc(limit=-3)
        finally:
            signal.alarm(0)
        return f"{result}  {place:6}  {CASES[number].name}  {time.monotonic() - start:.1f} s{why}"


def run_all(kit: Kit, places: dict[str, Place], jobs: list[tuple[int, str]]) -> int:
    """Shares the tests among the browsers; returns how many failed."""
    processes = multiprocessing.get_context("fork")
    numbers, lines = processes.Queue(), processes.Queue()
    for job in jobs + [None] * BROWSERS:
        numbers.put(job)
    running = [processes.Process(target=Runner(kit, places).run, args=(numbers, lines)) for _ in range(BROWSERS)]
    for process in running:
        process.start()
    failed = ended = told = 0
    while ended < BROWSERS:
        line = lines.get()
        if line is None:
            ended += 1
            continue
        told += 1
        failed += line.startswith("FAIL")
        print(line, flush=True)
    for process in running:
        process.join()
    return failed + len(jobs) - told


def main() -> int:
    chosen = options()
    work = chosen.keep or Path(tempfile.mkdtemp(prefix="larder-browser-"))
    work.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    programs = Programs(chosen.programs.resolve(), work)
    print(f"seed {chosen.seed}", flush=True)
    try:
        kit, places = prepare(programs, work, chosen.seed)
        print(f"prepared in {time.monotonic() - began:.1f} s", flush=True)
        if "folder" not in places:
            print("skip  folder: this coordinator has no command export")
        jobs = [
            (number, name)
            for number, case in enumerate(CASES)
            for name in case.places
            if name in places and chosen.only in case.name and chosen.place in name
        ]
        # The longest first, so that no browser waits for the other one at the end.
        jobs.sort(key=lambda job: not CASES[job[0]].is_long)
        failed = run_all(kit, places, jobs)
        for site in kit.sites:
            site.close()
    finally:
        programs.close()
        if not chosen.keep:
            shutil.rmtree(work, ignore_errors=True)
    print(f"{'all passed' if not failed else f'{failed} failed'}, {time.monotonic() - began:.0f} s, seed {chosen.seed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
