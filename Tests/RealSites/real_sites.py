#!/usr/bin/env python3
"""Syncs sites of third-party software and compares what came out with what is there.

Installs the software into a folder, fills each site with generated posts whose every block has a token, serves it on
this machine, lets `coordinator sources init` write its source file, and syncs three times: everything, after edits (two
posts edited, one removed, one added), and unchanged. Prints a table, and writes all details as JSON.

Exit code 0: all bars hold or the site was skipped; 1: a bar failed; 2: could not begin.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from content.posts import Composer
from installing import CommandFailure, Installer
from programs import Coordinator
from serving.processes import Processes
from serving.servers import NothingThere
from sites.catalogue import QUICK, SITES
from sites.site import Place, Site
from table import print_table, write_details
from trial import Result, Trial

ROOT = Path(__file__).resolve().parents[2]
FULL_POSTS, QUICK_POSTS, SAMPLES = 40, 16, 20
#: Fewer would not leave the posts that are edited and removed.
FEWEST_POSTS = 8


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help=f"sites to try, with commas, of {', '.join(SITES)}")
    parser.add_argument(
        "--quick", action="store_true", help=f"only {' and '.join(QUICK)}, with {QUICK_POSTS} posts each"
    )
    parser.add_argument(
        "--posts", type=int, help=f"posts of each site, at least {FEWEST_POSTS} (default: {FULL_POSTS})"
    )
    parser.add_argument("--seed", type=int, default=1, help="what the posts are made of (default: 1)")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="work in this folder and leave it (default: a temporary one)"
    )
    parser.add_argument(
        "--programs", type=Path, default=ROOT / ".build/release", help="folder of coordinator and worker"
    )
    parser.add_argument(
        "--json", type=Path, help="where the details go (default: details.json in the folder of --keep)"
    )
    parser.add_argument(
        "--samples", type=Path, metavar="FOLDER", help=f"write {SAMPLES} pages of each site with their truth there"
    )
    parser.add_argument("--no-sync", action="store_true", help="only fill the sites, for --samples")
    chosen = parser.parse_args()
    chosen.names = list(QUICK) if chosen.quick and not chosen.only else (chosen.only or ",".join(SITES)).split(",")
    for name in chosen.names:
        if name not in SITES:
            parser.error(f"there is no site {name}; --only takes {', '.join(SITES)}")
    chosen.posts = chosen.posts or (QUICK_POSTS if chosen.quick else FULL_POSTS)
    if chosen.posts < FEWEST_POSTS:
        parser.error(f"--posts takes {FEWEST_POSTS} or more")
    return chosen


def try_site(site: Site, composer: Composer, coordinator: Coordinator | None, samples: Path | None) -> Result:
    """One site from its installation to its comparison; everything that it started is ended."""
    trial = Trial(site, composer, coordinator)
    try:
        site.install()
    except CommandFailure as reason:
        trial.result.skipped = str(reason)
        return trial.result
    try:
        trial.fill(samples, SAMPLES)
        if coordinator:
            trial.run()
    except Exception as error:  # whatever is wrong with one site, the others are tried
        traceback.print_exc()
        trial.result.failures.append(str(error))
    finally:
        site.close()
        site.place.processes.close()
    return trial.result


def try_all(chosen: argparse.Namespace, coordinator: Coordinator | None, folder: Path, dead: str) -> list[Result]:
    """All chosen sites, one after the other, each with a line of what came out."""
    installer, results = Installer(folder / "software"), []
    for name in chosen.names:
        began = time.monotonic()
        shutil.rmtree(folder / name, ignore_errors=True)
        site = SITES[name](Place(folder / name, installer, Processes()))
        composer = Composer(f"{chosen.seed}/{name}", chosen.posts, site.lacks, dead, site.has_footnotes)
        result = try_site(site, composer, coordinator, chosen.samples)
        results.append(result)
        fails = f"fails: {', '.join(result.failures) or 'nothing'}"
        state = f"skipped: {result.skipped}" if result.skipped else fails
        print(f"{name}: {time.monotonic() - began:.0f} s, {state}", flush=True)
    return results


def main() -> int:
    chosen = options()
    try:
        coordinator = None if chosen.no_sync else Coordinator(chosen.programs)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))  # so that all that was started is ended
    folder = (chosen.keep or Path(tempfile.mkdtemp(prefix="real-sites-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Seed {chosen.seed}, {chosen.posts} posts a site, in {folder}", flush=True)
    nothing_there = NothingThere()
    try:
        results = try_all(chosen, coordinator, folder, nothing_there.origin)
        if coordinator:
            write_details(results, chosen.json or folder / "details.json")
            print_table(results)
    finally:
        nothing_there.close()
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 1 if any(result.failures for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
