"""Takes the pictures of the documentation from a larder that is served.

Tests/Browser/pictures.py http://127.0.0.1:8080/ FOLDER
"""

from __future__ import annotations

import argparse
from pathlib import Path

from browsing import Browsing, until
from places import Place
from playwright.sync_api import Page, sync_playwright

PHONE = 390


def first_item(page: Page, root: str, kind: str) -> str:
    """The newest item of a kind that has a picture."""
    page.goto(f"{root}?kind={kind}")
    card = page.locator(".card", has=page.locator("img.shot")).first
    return page.evaluate("link => link.href", card.locator("h2 a").element_handle())


def take(page: Page, folder: Path, name: str) -> None:
    # Pictures that are in sight are there.
    until(
        page,
        "[...document.images].every(image => image.complete || image.getBoundingClientRect().top > innerHeight)",
        name,
    )
    page.screenshot(path=folder / f"{name}.png")
    print(folder / f"{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", help="the first page of a larder that is served")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    chosen = parser.parse_args()
    place = Place("served", chosen.root.rstrip("/") + "/")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browsing = Browsing(playwright)
        with browsing.page(place) as page:
            recipe, article = (first_item(page, place.root, kind) for kind in ["recipe", "article"])
        for name, address, width, scheme in [
            ("home", place.root, 1_440, "light"),
            ("recipe", recipe, 1_440, "light"),
            ("article", article, 768, "light"),
            ("search-dark", place.list("q=soup"), 1_440, "dark"),
            ("phone", recipe, PHONE, "light"),
            ("run-dark", place.root + "status", 1_440, "dark"),
        ]:
            size = {"width": width, "height": 844 if width == PHONE else 1_000}
            with browsing.page(place, viewport=size, color_scheme=scheme, device_scale_factor=2) as page:
                page.goto(address)
                take(page, chosen.folder, name)
        browsing.close()


if __name__ == "__main__":
    main()
