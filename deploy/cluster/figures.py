#!/usr/bin/env python3
"""Figures of a larder that is being filled, for the check scripts.

    figures.py fleet LARDER MS  the hosts of the joined workers, of a run that began after MS
    figures.py held LARDER      how many jobs the workers of each host hold, the most first; a worker is HOST-NUMBER
    figures.py charged LARDER   how many jobs are dead, how many were charged, and deaths of workers over jobs; then a
                                line for each reason: the number of its jobs, its code, the first message
    figures.py rate FILE MS     of lines "MS JOBS" around a cut at MS: jobs a second in the 5 s before it; the lowest mean
                                of 2 s after it; milliseconds after which that mean stays above half of the first for 2 s
"""
import collections
import json
import os
import pathlib
import sqlite3
import sys


def run(larder):
    return json.loads(pathlib.Path(larder, "run.json").read_text(encoding="utf-8"))


def fleet(larder, after):
    report = run(larder)
    return sorted(worker["host"] for worker in report["workers"] if report["startedMs"] > int(after))


def held(larder):
    jobs = collections.Counter()
    for worker in run(larder)["workers"]:
        jobs[worker["host"].split("-")[0]] += sum(worker["running"].values())
    return [f"{host}:{count}" for host, count in jobs.most_common()]


def charged(larder):
    # As the owner: SQLite may make files beside the catalog.
    owner = os.stat(f"{larder}/catalog.sqlite")
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    catalog = sqlite3.connect(f"file:{larder}/catalog.sqlite?mode=ro", uri=True)
    tables = ("job WHERE state = 2", "job WHERE errors + crashes + chargedAttempt > 0", "crash")
    counts = [catalog.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]
    reasons = catalog.execute(f"SELECT count(*), code, min(message) FROM {tables[1]} GROUP BY code")
    return counts + ["\n" + " ".join(map(str, reason)) for reason in reasons]


def rate(path, cut):
    cut = int(cut)
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    # Where the catalog could not be asked, the number is 0.
    samples = [(int(time), int(jobs)) for time, jobs in map(str.split, lines) if jobs != "0"]

    def done(time):
        """Between two samples it goes up evenly."""
        for (began, first), (ended, last) in zip(samples, samples[1:]):
            if began <= time <= ended:
                return first + (last - first) * (time - began) / max(1, ended - began)
        sys.exit(f"{path} has no sample for {time - cut} ms after the cut.")

    before = (done(cut) - done(cut - 5000)) / 5
    # The mean of the 2 s around each moment: single seconds vary by half on a machine that does other things too.
    after = {ms: (done(cut + ms + 1000) - done(cut + ms - 1000)) / 2 for ms in range(0, 11001, 100)}
    last = None
    for ms, jobs in after.items():
        if jobs < before / 2:
            last = ms
        elif ms - (last or 0) >= (4000 if last is None else 2000):
            break
    return [round(before), round(min(after.values())), 0 if last is None else last + 100]


if __name__ == "__main__":
    print(*{"fleet": fleet, "held": held, "charged": charged, "rate": rate}[sys.argv[1]](*sys.argv[2:]))
