"""Finds what stands in the lines of a text beside what was written: marks of headings, words of buttons."""

from __future__ import annotations

from content.blocks import TOKEN, Post, plain

#: Marks of links to headings, which are no letters and count all the same.
MARKS = "¶§#"


def bare(text: str) -> str:
    """Only the letters, so that typography, numbers of lists and marks of footnotes do not count."""
    return "".join(character for character in text if character.isalpha() or character in MARKS)


def residue(body: str, post: Post) -> list[str]:
    """The lines of a body that hold a token of the post and other letters than the line that was written."""
    written = {token: bare(plain(line)) for _, line in post.lines() for token in TOKEN.findall(plain(line))}
    found = []
    for line in body.splitlines():
        rest, tokens = bare(line), TOKEN.findall(line)
        for token in tokens:
            rest = rest.replace(written.get(token, ""), "", 1)
        # A line with a token of something else is no line of the post, and is counted as such.
        if tokens and rest and not set(tokens) - set(written) and rest not in bare(post.words()):
            found.append(f"{rest!r} in {' '.join(line.split())[:120]!r}")
    return found
