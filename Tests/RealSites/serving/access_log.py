"""What a site was asked for."""

from __future__ import annotations

import threading
from dataclasses import dataclass

#: The header of this program's own requests, which are in no log.
OWN_REQUEST = "X-Real-Sites"


@dataclass(frozen=True)
class Request:
    method: str
    #: Path and query.
    target: str
    status: int


class AccessLog:
    """The requests to one server, in the order of their answers."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.requests: list[Request] = []

    def add(self, request: Request) -> None:
        with self.lock:
            self.requests.append(request)

    def take(self) -> list[Request]:
        """All requests since the last call."""
        with self.lock:
            taken, self.requests = self.requests, []
            return taken
