#!/usr/bin/env python3
"""What KEDA and Kubernetes' HorizontalPodAutoscaler make of /v1/scale, by their formulas; no cluster is needed.

    scaling.py follow --http ADDRESS --larder FOLDER --worker PROGRAM --connect ENDPOINT --out FILE
        starts and stops real workers as the ScaledObject says (with --fleet N always N), and writes JSON lines
    scaling.py simulate [RECORDING...]
        replays recordings (default: those of deploy/cluster/recordings), and runs a model of syncs of 10 and 60
        minutes. Exit code 1: within one sync the number of workers went up again within five minutes after it had
        gone down, more than a tenth of the worker time of a sync of ten minutes or more was idle, or a sync that
        politeness holds back got a second worker.

`--set KEY=NUMBER` tries another number than scaledobject.yaml has. Idle time is that of pods without a job, from the
moment they are asked for until they are ended, after the sync too. A replay takes all workers beyond those wanted as
idle, which is too many; what was idle at the recording is told below it.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time
import urllib.request

import autoscaler
import workload

HERE = pathlib.Path(__file__).resolve().parent
# Shorter syncs end before the time that workers stay after them is a tenth of their time.
LONG_SECONDS, MOST_IDLE = 540, 0.1


def replay(lines, rules, start_seconds):
    """The autoscaler on a recorded signal. Idle is what is beyond the wanted workers."""
    scaler, fleet = autoscaler.Autoscaler(rules), autoscaler.Fleet(start_seconds)
    place, now, last = 0, 0, lines[-1]["t"]
    while now <= last or scaler.replicas:
        while place + 1 < len(lines) and lines[place + 1]["t"] <= now:
            place += 1
        wanted = lines[place]["wanted"] if now <= last else 0
        fleet.resize(scaler.step(now, wanted), now)
        fleet.count(min(fleet.ready(now), wanted or 0))
        now += 1
    return scaler, fleet


def longest(lines):
    """The seconds of the longest sync of a recording."""
    most = now = 0
    for line, later in zip(lines, lines[1:]):
        now = now + later["t"] - line["t"] if line["wanted"] != 0 else 0
        most = max(most, now)
    return most


def simulate(options):
    rules, wrong = autoscaler.Rules(options.object, options.set), []

    def report(name, scaler, fleet, seconds, most=None, is_held=False):
        count, peak = autoscaler.flaps(scaler.history), max(number for _, number in scaler.history)
        share = fleet.idle / max(1, fleet.seconds)
        print(f"{name:40}{seconds / 60:8.1f}{peak:6}{len(scaler.history) - 1:9}{count:7}{fleet.seconds / 60:9.1f}"
              f"{100 * share:8.1f}")
        if count:
            wrong.append(f"{name}: workers were ended and wanted again, {count} times")
        if is_held and seconds >= LONG_SECONDS and share > MOST_IDLE:
            wrong.append(f"{name}: {share:.0%} of the worker time is idle")
        if most is not None and peak > most:
            wrong.append(f"{name}: {peak} workers, where politeness leaves work for {most}")

    def report_recording(name, lines):
        total, idle = (sum(line[key] for line in lines) for key in ("worker_s", "idle_s"))
        print(f"{'  when it was recorded':70}{total / 60:9.1f}{100 * idle / max(1, total):8.1f}")
        # A fleet of a fixed size is no work of the autoscaler.
        if "fleet" not in name and longest(lines) >= LONG_SECONDS and idle > MOST_IDLE * total:
            wrong.append(f"{name}: {idle / total:.0%} of the worker time was idle")

    print(f"{'':40} minutes  most  changes  again  workers'   idle\n{'':71} minutes      %")
    for path in options.recordings or sorted((HERE / "recordings").glob("*.jsonl")):
        lines = [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]
        name = pathlib.Path(path).stem
        report(name, *replay(lines, rules, options.start_seconds), longest(lines), 1 if "polite" in name else None)
        report_recording(name, lines)
    for minutes in (10, 60):
        for name, (make, most) in workload.syncs(minutes).items():
            tries = []
            for seed in range(3):
                scaler, fleet = autoscaler.Autoscaler(rules), autoscaler.Fleet(options.start_seconds)
                tries.append((scaler, fleet, workload.run(make(seed=seed), scaler, fleet)))
            # The worst of them is told.
            worst = max(tries, key=lambda one: (autoscaler.flaps(one[0].history), one[1].idle / one[1].seconds))
            report(f"model, {minutes} min: {name}", *worst, most, "away" not in name)
    print("\n".join(wrong))
    return 1 if wrong else 0


class Busy:
    """How many workers hold a job, or ended one since the look before, by the file that a sync writes each second."""

    def __init__(self, larder):
        self.path, self.written, self.ended, self.count = pathlib.Path(larder) / "run.json", 0, {}, 0

    def look(self):
        try:
            report = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return self.count
        if report["writtenMs"] != self.written:
            workers, self.written = report["workers"], report["writtenMs"]
            self.count = sum(
                1 for worker in workers
                if any(worker["running"].values()) or worker["ended"] > self.ended.get(worker["name"], 0))
            self.ended = {worker["name"]: worker["ended"] for worker in workers}
        return self.count


def follow(options):
    scaler, busy = autoscaler.Autoscaler(autoscaler.Rules(options.object, options.set)), Busy(options.larder)
    command = [*options.worker.split(), "--connect", options.connect, "--cache", options.larder + "/cache",
               "--render-threads", "1", "--fetch-slots", str(options.fetch_slots)]
    pods, leaving, began, was, written = [], [], time.monotonic(), (None, None), 0
    worker_seconds = idle_seconds = 0
    has_begun = False
    with open(options.out, "w", encoding="utf-8") as out:
        while True:
            # The autoscaler's seconds, which --speed makes shorter.
            now = round((time.monotonic() - began) * options.speed)
            try:
                with urllib.request.urlopen(f"http://{options.http}/v1/scale", timeout=3) as answer:
                    signal = json.load(answer)
            except OSError:
                signal = {"workers_wanted": None, "jobs_open": None, "backlog_seconds": None}
            wanted = signal["workers_wanted"]
            replicas = scaler.step(now, wanted) if options.fleet is None else options.fleet
            pods += [{"due": now + options.start_seconds} for _ in range(replicas - len(pods))]
            for pod in pods[replicas:]:
                if "process" in pod:
                    pod["process"].terminate()
                    leaving.append(pod["process"])
            del pods[replicas:]
            for pod in pods:
                if "process" not in pod and pod["due"] <= now:
                    pod["process"] = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            leaving = [process for process in leaving if process.poll() is None]
            alive = len(pods) + len(leaving)
            worker_seconds += alive
            idle_seconds += alive - min(alive, busy.look() if wanted else 0)
            has_begun = has_begun or bool(wanted)
            is_over = now >= options.seconds or (
                not options.stay and has_begun and not wanted and (not alive or options.fleet is not None))
            # The autoscaler looks every fifteen seconds: what changes more often is not all written.
            if replicas != was[1] or now - written >= (5 if wanted != was[0] else 15) or is_over:
                line = {"t": now, "wanted": wanted, "open": signal["jobs_open"], "backlog": signal["backlog_seconds"],
                        "replicas": replicas, "worker_s": worker_seconds, "idle_s": idle_seconds}
                out.write(json.dumps(line, separators=(",", ":")) + "\n")
                out.flush()
                was, written, worker_seconds, idle_seconds = (wanted, replicas), now, 0, 0
            if is_over:
                break
            time.sleep(1 - (time.monotonic() - began) % 1)
    for process in leaving + [pod["process"] for pod in pods if "process" in pod]:
        process.terminate()
        process.wait()
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    both = argparse.ArgumentParser(add_help=False)
    both.add_argument("--object", default=HERE.parent / "kubernetes/keda/scaledobject.yaml")
    both.add_argument("--set", action="append", default=[], metavar="KEY=NUMBER")
    both.add_argument("--start-seconds", type=int, default=10, help="how long a pod takes to start")
    commands = parser.add_subparsers(required=True)
    simulated = commands.add_parser("simulate", parents=[both])
    simulated.add_argument("recordings", nargs="*")
    simulated.set_defaults(run=simulate)
    followed = commands.add_parser("follow", parents=[both])
    for name in ("http", "larder", "worker", "connect", "out"):
        followed.add_argument("--" + name, required=True)
    followed.add_argument("--fleet", type=int, help="keep so many workers")
    followed.add_argument("--fetch-slots", type=int, default=32)
    followed.add_argument("--speed", type=float, default=1, help="the autoscaler's seconds in a second")
    followed.add_argument("--seconds", type=int, default=3600, help="end after so many seconds of the autoscaler")
    followed.add_argument("--stay", action="store_true", help="do not end with the first sync")
    followed.set_defaults(run=follow)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
