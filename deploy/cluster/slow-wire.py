#!/usr/bin/env python3
"""Joins two network namespaces by a wire with latency, jitter and loss.

    slow-wire.py NAMESPACE INTERFACE NAMESPACE INTERFACE DELAY-MS [JITTER-MS [LOSS [SEED]]]

Each end is a TAP device. A frame arrives DELAY-MS later, plus or minus JITTER-MS, in the order of sending; LOSS is the
share of frames that are dropped. Runs until it is ended by a signal; the devices go with it. For kernels without
sch_netem.
"""
import ctypes
import fcntl
import heapq
import os
import random
import selectors
import struct
import sys
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x2, 0x1000
libc = ctypes.CDLL(None, use_errno=True)


def device(namespace, interface):
    """A TAP device in a namespace; this process goes back to its own."""
    with open("/proc/self/ns/net") as home, open(f"/run/netns/{namespace}") as there:
        if libc.setns(there.fileno(), CLONE_NEWNET) != 0:
            sys.exit(f"{namespace}: {os.strerror(ctypes.get_errno())}")
        tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH14x", interface.encode(), IFF_TAP | IFF_NO_PI))
        libc.setns(home.fileno(), CLONE_NEWNET)
    return tap


def main():
    first, second = device(*sys.argv[1:3]), device(*sys.argv[3:5])
    delay, jitter, loss = (float(word) for word in (sys.argv[5:8] + ["0", "0"])[:3])
    numbers = random.Random(sys.argv[8] if len(sys.argv) > 8 else "1")
    waiting, count, latest = [], 0, {first: 0.0, second: 0.0}
    selector = selectors.DefaultSelector()
    for source, target in ((first, second), (second, first)):
        selector.register(source, selectors.EVENT_READ, target)
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, target, frame = heapq.heappop(waiting)
            try:
                os.write(target, frame)
            except OSError:
                pass  # The device is down: a wire does not care.
        pause = max(0.0, waiting[0][0] - now) if waiting else None
        for key, _ in selector.select(pause):
            for _ in range(64):
                try:
                    frame = os.read(key.fd, 65536)
                except OSError:
                    break
                if numbers.random() < loss:
                    continue
                due = time.monotonic() + (delay + numbers.uniform(-jitter, jitter)) / 1000
                # A real line keeps the order.
                due = latest[key.data] = max(due, latest[key.data])
                count += 1
                heapq.heappush(waiting, (due, count, key.data, frame))


if __name__ == "__main__":
    main()
