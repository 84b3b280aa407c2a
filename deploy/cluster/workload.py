"""A model of syncs, second by second: jobs of hosts, workers that do them, and what /v1/scale says meanwhile."""
import dataclasses
import pathlib
import random
import re

# What a worker of worker.yaml does at once.
SLOTS = {"fetch": 32, "render": 1}


class Demand:
    """What WorkerDemand counts, read out of its source so that the model goes with it."""

    def __init__(self):
        folder = pathlib.Path(__file__).resolve().parents[2] / "Sources/Cluster/Ledger/Queue"
        text = (folder / "JobLedger+Demand.swift").read_text(encoding="utf-8")
        # How long a worker has to have work, and how far the mean of busy slots looks back.
        self.worthwhile = float(re.search(r"worthwhileSeconds = ([\d.]+)", text)[1])
        self.window = float(re.search(r"busyWindowMs = ([\d_.]+)", text)[1].replace("_", "")) / 1000


@dataclasses.dataclass
class Lane:
    """Jobs of a host, or all render jobs."""

    jobs: float
    # How long a job takes, how many run at once, and the seconds between two starts.
    seconds: float
    most: float = 64
    delay: float = 0
    # Render jobs that a fetch brings, and how long one takes.
    renders: float = 0
    render_seconds: float = 0.05
    running: float = 0

    def limit(self):
        return min(self.most, self.seconds / self.delay) if self.delay else self.most

    def work(self, slots):
        """A second of work; says how many jobs ended, and has their mean number at once in `running`."""
        done = min(self.jobs, min(self.limit(), slots) / self.seconds)
        self.jobs, self.running = self.jobs - done, done * self.seconds
        return done


class Sync:
    def __init__(self, lanes, seed=1, demand=None, away=()):
        self.lanes, self.demand, self.away = lanes, demand or Demand(), away
        self.render = Lane(0, lanes[0].render_seconds, most=float("inf"))
        self.noise, self.random = 1.0, random.Random(seed)
        self.mean = {"fetch": 0.0, "render": 0.0}

    def is_away(self, now):
        return any(begin <= now < end for begin, end in self.away)

    def is_over(self):
        return self.render.jobs + sum(lane.jobs for lane in self.lanes) < 0.5

    def wanted(self, now):
        """What /v1/scale says, by WorkerDemand; the jobs' times are estimates there, and wander."""
        if self.is_away(now):
            return None
        if self.is_over():
            return 0
        self.noise = min(1.3, max(0.7, 0.9 * self.noise + 0.1 + self.random.gauss(0, 0.05)))

        def useful(lane):
            jobs = lane.jobs + lane.running
            return min(lane.limit(), jobs, jobs * lane.seconds * self.noise / self.demand.worthwhile)

        slots = {"fetch": sum(map(useful, self.lanes)), "render": useful(self.render)}
        workers = 1
        for kind, lanes in (("fetch", self.lanes), ("render", [self.render])):
            self.mean[kind] += (sum(lane.running for lane in lanes) - self.mean[kind]) / self.demand.window
            needed = max(slots[kind], self.mean[kind] - 0.001)
            workers = max(workers, -int(-needed // SLOTS[kind]))
        return workers

    def work(self, now, workers):
        """A second of work; says how many workers had a job."""
        if self.is_away(now):
            return 0
        free, ended = workers * SLOTS["fetch"], 0
        # Hosts share what is free; those that take little leave the rest to others.
        for place, lane in enumerate(sorted(self.lanes, key=Lane.limit)):
            done = lane.work(free / (len(self.lanes) - place))
            free, ended = free - lane.running, ended + done
            self.render.jobs += done * lane.renders
        ended += self.render.work(workers * SLOTS["render"])
        # Jobs are given to the worker that has the fewest.
        return min(workers, -int(-ended // 1))


def run(sync, scaler, fleet, most_seconds=40_000):
    """Lets the autoscaler run until nothing is left; says how many seconds there was work."""
    active = 0
    for now in range(most_seconds):
        value = sync.wanted(now)
        active += value != 0
        fleet.resize(scaler.step(now, value), now)
        fleet.count(sync.work(now, fleet.ready(now)))
        if value == 0 and not scaler.replicas:
            break
    return active


def syncs(minutes):
    """Syncs of about so many minutes, each with the workers that its hosts' politeness leaves work for."""
    s = minutes * 60
    return {
        "a host without limit": (lambda **o: Sync([Lane(200 * s, 0.3, renders=0.5)], **o), None),
        "pictures arrive evenly": (
            lambda **o: Sync([Lane(15 * s, 0.3, 6, 1 / 15, renders=1, render_seconds=0.35)], **o), None),
        "one host, 2 a second": (lambda **o: Sync([Lane(2 * s, 0.2, 2, 0.5, renders=1)], **o), 1),
        "100 hosts, 1 a second": (lambda **o: Sync([Lane(s, 0.2, 2, 1) for _ in range(100)], **o), 1),
        "a fast and a polite host": (
            lambda **o: Sync([Lane(70 * s, 0.3, renders=0.5), Lane(s, 0.2, 2, 1, renders=0.5)], **o), None),
        "coordinator away 90 s": (
            lambda **o: Sync([Lane(200 * s, 0.3, renders=0.5)], away=[(s / 2, s / 2 + 90)], **o), None),
    }
