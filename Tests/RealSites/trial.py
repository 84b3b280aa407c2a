"""The trial of one site: fill it, sync it three times, compare."""

from __future__ import annotations

import shutil
import time
import urllib.parse
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from comparing.comparison import (
    Bodies,
    Changes,
    changes_between,
    compare_items,
    compare_pictures,
    key,
    lists_asked,
    present_items,
)
from comparing.larder import read_larder
from comparing.page_samples import write_samples
from content.blocks import TOKEN
from content.posts import Composer
from programs import Coordinator, Outcome
from sites.site import Site

#: Posts, counted from the start, that are edited and removed between the first sync and the second.
EDITED, REMOVED = (2, 6), 4
#: Requests that an unchanged sync may make beside those for lists.
FREE_REQUESTS = 2
WHOLE_SHARE = 0.99


@dataclass
class Result:
    """What came out of a trial. `failures` names each bar that does not hold."""

    site: str
    posts: int = 0
    skipped: str = ""
    init: str = "not tried"
    source_file: str = ""
    bodies: Bodies = field(default_factory=Bodies)
    pictures: int = 0
    wrong_pictures: list[str] = field(default_factory=list)
    changes: Changes | None = None
    wrong_changes: list[str] = field(default_factory=list)
    lists: int = 0
    requests: list[int] = field(default_factory=list)
    #: Of each sync the requests, as status and address, in their order.
    asked: list[list[str]] = field(default_factory=list)
    allowed_requests: int = 0
    third_sync: list[str] = field(default_factory=list)
    exits: list[int] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    seconds: float = 0
    failures: list[str] = field(default_factory=list)


class Trial:
    """Tries one site with the built programs."""

    def __init__(self, site: Site, composer: Composer, coordinator: Coordinator | None) -> None:
        self.site, self.composer, self.coordinator = site, composer, coordinator
        self.posts = composer.posts()
        self.result = Result(site.name, len(self.posts))
        self.larder = site.folder / "larder"
        self.file = site.folder / "source.yaml"

    def fill(self, samples: Path | None, sample_count: int) -> None:
        """Opens the site with its first posts."""
        self.site.serve()
        self.site.write(self.posts)
        self.prove_pages()
        if samples and self.site.has_pages:
            write_samples(self.site, self.posts, samples, sample_count)

    def prove_pages(self) -> None:
        """Makes sure that the site shows what it is compared with; a block that it does not show is a fault here."""
        for post in self.posts:
            lacking = set(post.tokens()) - set(TOKEN.findall(self.site.html(post)))
            if lacking:
                raise OSError(f"the site's own page of {post.slug} lacks {', '.join(sorted(lacking))}")

    def run(self) -> None:
        """All syncs and comparisons; a bar that fails is noted, and what can go on goes on."""
        shutil.rmtree(self.larder, ignore_errors=True)
        self.file.unlink(missing_ok=True)
        if not self.propose():
            return
        self.first_sync()
        self.second_sync()
        self.unchanged_sync()
        self.judge()

    def propose(self) -> bool:
        outcome = self.coordinator.propose(self.site.start, self.file)
        self.site.server.log.take()
        self.result.messages.append(outcome.output + outcome.messages)
        if outcome.exit_code or not self.file.exists():
            said = " ".join((outcome.messages or outcome.output).split())[-300:]
            self.result.init = f"exit {outcome.exit_code}: {said}"
            self.result.failures.append("no source file")
            return False
        self.result.source_file = self.file.read_text(encoding="utf-8")
        self.result.init = "yes"
        return True

    def sync(self) -> Outcome:
        outcome = self.coordinator.sync(self.file, self.larder)
        self.asked = self.site.server.log.take()
        self.result.requests.append(len(self.asked))
        self.result.asked.append([f"{request.status} {request.target}" for request in self.asked])
        self.result.exits.append(outcome.exit_code)
        self.result.messages.append(outcome.output + outcome.messages)
        self.result.seconds += outcome.seconds
        for job in outcome.summary.get("dead_jobs", []):
            said = f"{job['urn']}: {job['code']}: {job['message']}"
            if self.composer.dead_origin not in urllib.parse.unquote(said):
                self.result.dead.append(said)
        return outcome

    def first_sync(self) -> None:
        self.sync()
        self.holding = read_larder(self.larder)
        self.result.bodies = compare_items(self.site, self.posts, self.holding)
        self.result.pictures, self.result.wrong_pictures = compare_pictures(self.site, self.posts, self.holding)
        self.result.notes = list(self.holding.notes)
        self.result.lists = len(lists_asked(self.site, self.posts, self.asked))

    def second_sync(self) -> None:
        # Sites say whole seconds: an edit in the second of the first sync would look older than that.
        time.sleep(1.1)
        now = datetime.now(timezone.utc).replace(microsecond=0)
        before = list(self.posts)
        edited = [self.composer.edited(before[place], now) for place in EDITED]
        removed, added = before[REMOVED], self.composer.additional()
        replaced = {post.number: post for post in edited}
        self.posts = [replaced.get(post.number, post) for post in before if post is not removed] + [added]
        self.site.change(self.posts, edited, removed, added)
        # An answer in the second of the edit would not be known to be newer than it.
        time.sleep(1.1)
        summary = self.sync().summary
        held = read_larder(self.larder)
        changes = changes_between(self.site, self.holding, held)
        self.result.wrong_changes += self.miscounted(summary, changes)
        self.holding, self.result.changes = held, changes
        path = lambda post: key(self.site.path(post))
        expected = Changes(
            [path(added)], sorted(map(path, edited)), [path(removed)] if self.site.tells_removals else []
        )
        may = self.site.may_be_items
        for name in ("added", "changed", "gone"):
            got, want = set(getattr(changes, name)) - may, set(getattr(expected, name))
            self.result.wrong_changes += [f"{name}: {item} missing" for item in sorted(want - got)]
            self.result.wrong_changes += [f"{name}: {item} for nothing" for item in sorted(got - want)]
        present = present_items(self.site, held)
        old = {token for post in before for token in post.tokens()}
        for post in [*edited, added]:
            item = present.get(path(post))
            # What an article always loses is told by the first sync: here it counts that the new text came.
            new = {token for token, construct in post.tokens().items() if construct == "paragraph"} - old
            lost = [token for token in new if not item or token not in item.body]
            if lost:
                self.result.wrong_changes.append(f"{post.slug}: {len(lost)} of {len(new)} new paragraphs are missing")

    @staticmethod
    def miscounted(summary: dict[str, Any], changes: Changes) -> list[str]:
        """Where the summary counts other changes than the catalog shows."""
        counts = {"new": len(changes.added), "changed": len(changes.changed)}
        said = {name: summary.get(f"articles_{name}", 0) for name in counts}
        return [
            f"the summary counts {said[name]} {name}, not {counts[name]}"
            for name in counts
            if said[name] != counts[name]
        ]

    def unchanged_sync(self) -> None:
        digest = self.coordinator.digest(self.larder)
        summary = self.sync().summary
        changes = changes_between(self.site, self.holding, read_larder(self.larder))
        self.result.third_sync = [f"{name}: {item}" for name, items in vars(changes).items() for item in items]
        self.result.third_sync += self.miscounted(summary, changes)
        if self.coordinator.digest(self.larder) != digest:
            self.result.third_sync.append("the digest is another one")
        pages = 0 if self.site.tells_changes else len(self.posts)
        self.result.allowed_requests = self.result.lists + pages + FREE_REQUESTS

    def judge(self) -> None:
        """Notes each bar that fails."""
        result, bodies = self.result, self.result.bodies
        bars = {
            "items": not bodies.missing and not bodies.extra,
            "bodies": bodies.whole >= WHOLE_SHARE * result.posts
            and not any(fault["foreign"] for fault in bodies.faults),
            "titles": bodies.titles == result.posts,
            "pictures": not result.wrong_pictures,
            "edits": not result.wrong_changes,
            "requests": result.requests[2] <= result.allowed_requests,
            "unchanged": not result.third_sync,
            "exit codes": not any(result.exits),
            "dead jobs": not result.dead,
        }
        result.failures += [name for name, holds in bars.items() if not holds]
