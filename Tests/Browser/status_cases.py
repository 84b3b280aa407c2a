"""The page of a sync, while one runs."""

from __future__ import annotations

import re

from browsing import COUNT_SHIFTS, holds, moved, same, until
from cases import Kit, Skip, case
from kitchen import STEW, add_sources, slow_site
from places import Place, served
from playwright.sync_api import Page

SLOW_PAGES = 60


def slow_larder(kit: Kit) -> Place:
    """A sync that takes a while, and a server of what it has so far; its buttons work."""
    larder = kit.work / "slow"
    kitchen_site, site = kit.sites[0], slow_site(SLOW_PAGES)
    kit.sites.append(site)
    add_sources(kitchen_site, larder)
    (larder / "sources" / "slow.yaml").write_text(
        f"name: slow\nkind: sitemap\nbase: {site.base}\nsite: article\npoliteness: {{concurrency: 2}}\n"
    )
    kit.programs.sync(larder)
    _, root = kit.programs.serve(larder, "--allow-control")
    return Place("served", root)


def updated(page: Page) -> None:
    """Waits until the page has got other numbers."""
    page.evaluate("before = document.getElementById('live').innerText")
    until(page, "document.getElementById('live').innerText.replace(/Updated .*/, '') "
                "!== before.replace(/Updated .*/, '')", "the numbers change")  # fmt: skip


@case("served")
def a_sync_is_shown_while_it_runs_and_can_be_stopped(kit: Kit, place: Place) -> None:
    watched = slow_larder(kit)
    with kit.browsing.page(watched, scripts=COUNT_SHIFTS) as page:
        page.goto(watched.root + "status")
        until(page, "/Stop this sync/.test(document.querySelector('#live').textContent)", "the sync is seen")
        going = " && ".join(f"document.querySelector('.st-{table} tbody')" for table in ["kinds", "workers", "hosts"])
        until(page, f"/Running/.test(document.querySelector('#live header').textContent) && {going}", "it is going", 15)
        updated(page)
        page.evaluate("shifts.length = 0")
        for _ in range(3):
            updated(page)
        moved(page)
        same(page.locator("#lost").inner_text(), "", "no word of a lost server")
        page.locator("[data-key=stop] button").click()
        until(page, "!/Stop this sync/.test(document.querySelector('#live').textContent)", "the sync has stopped", 15)
        holds(re.search(r"Sync now", page.locator("#live").inner_text()), "it can be started again")


@case("served")
def without_control_there_are_no_buttons(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.root + "status")
        same(page.locator("form[method=post], #live button").count(), 0, "buttons")
        answer = page.request.post(place.root + "control/stop", form={"token": "x"}, fail_on_status_code=False)
        same(answer.status, 403, "the answer to a form of another page")
        holds("sample" in page.locator("#live").inner_text(), "the sources are named")


@case("served")
def kept_pages_open_without_the_server(kit: Kit, place: Place) -> None:
    larder = kit.work / "kept"
    kit.programs.sync(larder, *add_sources(kit.sites[0], larder)).wait(60)
    server, root = kit.programs.serve(larder)
    kept = served(root, larder)
    with kit.browsing.page(kept) as page:
        if page.request.get(root + "offline.json", fail_on_status_code=False).status != 200:
            raise Skip("this server has no list of its pages")
        page.goto(root + "status")
        until(page, "/^Stores .* items, .*\\d.[kM]B/.test(document.querySelector('#keep p').textContent)", "the size")
        page.locator("#keep button").first.click()
        until(page, "/^Has /.test(document.querySelector('#keep p').textContent)", "all is stored", 20)
        server.close()
        for title, address in kept.items.items():
            page.goto(address)
            same(page.locator("h1").first.inner_text(), title, "the title")
            holds("Offline copy" in page.locator(".age").inner_text(), "it says that it is a copy")
            same(page.evaluate("[...document.images].filter(image => image.complete && !image.naturalWidth).length"), 0,
                 f"pictures that are missing: {title}")  # fmt: skip
        page.goto(root)
        same(page.locator(".card").count(), len(kept.items), "items of the first page")
        stew = kept.item(STEW)
        for address in [stew + "?servings=8", stew + "?step=3"]:
            page.goto(address)
            holds(page.locator(".lines, .cstep").count(), f"the recipe at {address}")
        for address in [root + "?q=salt", root + "?time=short&word=winter", root + "nothing"]:
            page.goto(address)
            same(page.locator("h1").inner_text(), "This page is not kept on this device", f"the page at {address}")
        page.locator("main a").click()
        same(page.locator(".card").count(), len(kept.items), "items of the page that the link leads to")
