"""How many replicas KEDA and the HorizontalPodAutoscaler make of a number, by their published formulas."""
import pathlib
import re
import sys

# Pods that are ended and wanted again within this time were ended in vain.
FLAP_SECONDS = 300
# After so long without any, the next ones are another sync's.
PAUSE_SECONDS = 60


class Rules:
    """What a ScaledObject says. It is read without a YAML library: each key stands in it once, with a number."""

    def __init__(self, path, changes=()):
        text = re.sub(r"#.*", "", pathlib.Path(path).read_text(encoding="utf-8"))
        for change in changes:
            key, value = change.split("=")
            text, count = re.subn(rf'\b{key}:\s*"?\d+"?', f"{key}: {value}", text)
            if not count:
                sys.exit(f"{path} has no {key}")

        def number(key, default):
            found = re.search(rf'\b{key}:\s*"?(\d+)', text)
            return int(found[1]) if found else default

        # Defaults are those of KEDA and of the HorizontalPodAutoscaler.
        self.poll, self.cooldown = number("pollingInterval", 30), number("cooldownPeriod", 300)
        self.least, self.most = number("minReplicaCount", 0), number("maxReplicaCount", 100)
        self.failures, self.fallback = number("failureThreshold", 0), number("replicas", 0)
        self.target, self.window = number("targetValue", 1), number("stabilizationWindowSeconds", 300)
        down = re.search(r"scaleDown:.*?policies:\s*\[(.*?)\]", text, re.S)
        found = re.findall(r"type:\s*(\w+),\s*value:\s*(\d+),\s*periodSeconds:\s*(\d+)", down[1] if down else "")
        self.down = [(kind, int(value), int(period)) for kind, value, period in found] or [("Percent", 100, 15)]
        if "scaleUp" in text or "AverageValue" not in text:
            sys.exit(f"{path}: only the default scaleUp and an AverageValue are simulated")


class Autoscaler:
    """KEDA (2.17 or newer) decides between none and one, the HorizontalPodAutoscaler between one and the most."""

    SYNC_SECONDS, TOLERANCE = 15, 0.1
    UP = [("Percent", 100, 15), ("Pods", 4, 15)]

    def __init__(self, rules, phase=7):
        self.rules, self.replicas, self.failed, self.active = rules, 0, 0, float("-inf")
        self.recommended, self.changes, self.history = [], [], [(0, 0)]
        # The two have clocks of their own.
        self.next_poll, self.next_sync = 0, phase

    def step(self, now, value):
        """The replicas at a time in seconds; `value` is what is read then, None where nobody answers."""
        if now >= self.next_poll:
            self.next_poll += self.rules.poll
            self._activate(now, value)
        if now >= self.next_sync:
            self.next_sync += self.SYNC_SECONDS
            if self.replicas > 0:
                self._scale(now, value)
        return self.replicas

    def _set(self, now, replicas):
        if replicas != self.replicas:
            self.replicas = replicas
            self.history.append((now, replicas))

    def _activate(self, now, value):
        if value is None:
            return  # Where there is a fallback, an error neither starts the first pod nor ends the last one.
        if value > 0:
            self.active = now
            if self.replicas == 0:
                self._set(now, max(1, self.rules.least))
        elif self.rules.least == 0 and now - self.active > self.rules.cooldown:
            self._set(now, 0)

    def _scale(self, now, value):
        self.failed = self.failed + 1 if value is None else 0
        if value is None:
            if self.failed <= self.rules.failures:
                return
            value = self.rules.target * self.rules.fallback
        before, ratio = self.replicas, value / (self.rules.target * self.replicas)
        wanted = before if abs(1 - ratio) <= self.TOLERANCE else -(-value // self.rules.target)
        # Down goes to the highest of the window; up has no window.
        self.recommended = [(at, count) for at, count in self.recommended if at > now - self.rules.window]
        self.recommended.append((now, wanted))
        after = max(wanted, min(before, max(count for _, count in self.recommended)))
        after = min(max(after, 1, self.rules.least), self.rules.most)
        if after > before:
            after = min(after, max(self._limit(now, policy, 1) for policy in self.UP))
        elif after < before:
            after = max(after, min(self._limit(now, policy, -1) for policy in self.rules.down))
        if after != before:
            self.changes.append((now, after - before))
            self._set(now, after)

    def _limit(self, now, policy, sign):
        kind, value, period = policy
        start = self.replicas - sum(change for at, change in self.changes if at > now - period)
        if kind == "Pods":
            return start + sign * value
        return -(-start * (100 + value) // 100) if sign > 0 else start * (100 - value) // 100


class Fleet:
    """Pods that take a while to start, and the seconds in which they had no work."""

    def __init__(self, start_seconds):
        self.start_seconds, self.born = start_seconds, []
        self.seconds = self.idle = 0

    def resize(self, count, now):
        # The youngest go first.
        del self.born[count:]
        self.born += [now] * (count - len(self.born))

    def ready(self, now):
        return sum(1 for born in self.born if now - born >= self.start_seconds)

    def count(self, busy):
        self.seconds += len(self.born)
        self.idle += len(self.born) - min(len(self.born), busy)


def flaps(history):
    """How often the replicas went up within FLAP_SECONDS after they had gone down, in one sync."""
    count, down = 0, None
    for (since, before), (at, after) in zip(history, history[1:]):
        if before == 0 and at - since >= PAUSE_SECONDS:
            down = None
        if after < before:
            down = at
        elif down is not None and at - down <= FLAP_SECONDS:
            count, down = count + 1, None
    return count
