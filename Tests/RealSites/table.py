"""Prints what came out of the trials."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from trial import Result

HEADS = (
    "site",
    "init",
    "items",
    "whole",
    "tokens",
    "titles",
    "times",
    "residue",
    "pictures",
    "edits",
    "1st",
    "3rd",
    "exits",
    "dead",
    "fails",
)


def row(result: Result) -> tuple[str, ...]:
    """The cells of one site's row."""
    if result.skipped:
        return (result.site, f"skipped: {result.skipped}"[:100])
    bodies, changes = result.bodies, result.changes
    if not changes:
        return (result.site, f"failed: {', '.join(result.failures)}: {result.init}"[:120])
    extra = f"+{len(bodies.extra)}" if bodies.extra else ""
    edits = f"+{len(changes.added)} ~{len(changes.changed)} -{len(changes.gone)}"
    return (
        result.site,
        result.init,
        f"{bodies.found}{extra}/{result.posts}",
        f"{bodies.whole}/{result.posts}",
        f"{bodies.kept / max(1, bodies.tokens):.4f}",
        f"{bodies.titles}/{result.posts}",
        f"{bodies.times['exact']} {bodies.times['day']} {bodies.times['wrong']} {bodies.times['none']}",
        str(len(bodies.residue)),
        f"{result.pictures - len(result.wrong_pictures)}/{result.pictures}",
        edits,
        str(result.requests[0]),
        f"{result.requests[2]} of {result.allowed_requests}",
        " ".join(map(str, result.exits)),
        str(len(result.dead)),
        ", ".join(result.failures) or "-",
    )


def print_table(results: list[Result]) -> None:
    rows = [HEADS, *map(row, results)]
    whole = [cells for cells in rows if len(cells) == len(HEADS)]
    widths = [max(len(cells[place]) for cells in whole) for place in range(len(HEADS))]
    widths[0] = max(len(cells[0]) for cells in rows)
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip())


def write_details(results: list[Result], file: Path) -> None:
    """Everything of every trial, as JSON."""
    entries = [dataclasses.asdict(result) for result in results]
    file.write_text(json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8")
