"""What a test is, and the list of all tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from browsing import Browsing
from local_site import LocalSite
from places import Place
from programs import Programs


class Skip(Exception):
    """A test that cannot run here, and why."""


@dataclass
class Kit:
    """What tests work with."""

    programs: Programs
    work: Path
    seed: int
    larder: Path
    #: The larder that is under attack.
    attacked: Path
    sites: list[LocalSite]
    browsing: Browsing = field(init=False)

    def random(self, name: str) -> random.Random:
        return random.Random(f"{self.seed} {name}")


@dataclass
class Case:
    run: Callable[[Kit, Place], None]
    #: Names of places that it runs on.
    places: tuple[str, ...]

    is_long: bool

    @property
    def name(self) -> str:
        return self.run.__name__.replace("_", " ")


CASES: list[Case] = []
BOTH = ("served", "folder")


def case(*places: str, is_long: bool = False) -> Callable[[Callable[[Kit, Place], None]], Callable[[Kit, Place], None]]:
    """Adds a function to the tests that run on these places; its name says what holds."""

    def add(run: Callable[[Kit, Place], None]) -> Callable[[Kit, Place], None]:
        CASES.append(Case(run, places or BOTH, is_long))
        return run

    return add
