"""Lists: cards, search, filters, and their addresses."""

from __future__ import annotations

import json
import re

from browsing import COUNT_SHIFTS, follow, holds, moved, same, shown, until
from cases import Kit, case
from places import Place
from playwright.sync_api import Page


def count(page: Page) -> int:
    """How many items the list says it has."""
    found = re.search(r"[\d,.\s\u202f]*\d", page.locator("#count").inner_text())
    return int(re.sub(r"\D", "", found[0])) if found else 0


@case()
def cards_have_their_size_before_the_pictures_come(kit: Kit, place: Place) -> None:
    boxes = "[...document.querySelectorAll('.shot')].map(shot => { const box = shot.getBoundingClientRect();"
    boxes += " return [Math.round(box.width), Math.round(box.height)]; })"
    with kit.browsing.page(place) as page:
        page.route("**/pictures/**", lambda route: route.abort())
        page.goto(place.list())
        before = page.evaluate(boxes)
    with kit.browsing.page(place, scripts=COUNT_SHIFTS) as page:
        page.goto(place.list())
        for height in range(0, 6_000, 700):
            page.evaluate(f"scrollTo(0, {height})")
            shown(page)
        moved(page)
        after = page.evaluate(boxes)
    same(after, before, "boxes with pictures")
    holds(len(after) >= 40, "the first page has 40 cards or more")
    for width, height in after:
        holds(abs(width * 3 / 4 - height) <= 1, f"a box of 4:3, not {width} × {height}")


@case()
def long_lists_keep_few_cards(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        wanted, pages = count(page), 1
        while pages < 40 and page.locator(".turn [rel=next]").count():
            now = page.locator(".cards").count()
            page.locator(".turn [rel=next]").click()
            until(page, f"document.querySelectorAll('.cards').length > {now}", "the next page comes")
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            pages += 1
        shown(page)
        cards = page.evaluate("document.querySelectorAll('.card').length")
        holds(wanted > 400 and pages >= 9, f"{wanted} items on {pages} pages")
        holds(0 < cards < 300, f"{cards} cards after {pages} pages")
        page.evaluate("scrollTo(0, 0)")
        until(page, "document.querySelector('.cards').children.length > 0", "the first cards are there again")


@case()
def search_finds_while_typing(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        page.keyboard.press("/")
        page.keyboard.type("forty spic", delay=15)
        until(page, "document.querySelectorAll('.hit').length > 0", "hits come while somebody types")
        until(
            page, "document.querySelector('.hit h2').textContent === 'Forty Spice Stew'", "the best hit is the title's"
        )
        # The first letters found it already: the list of all of them comes a moment later.
        until(page, "document.querySelectorAll('.hit:first-child h2 mark').length === 2", "both words are marked")
        holds("q=forty" in page.url, f"the address has the words: {page.url}")
        page.keyboard.press("ArrowDown")
        same(page.locator("a.on").count(), 1, "hits that are chosen")
        page.keyboard.press("Enter")
        page.wait_for_url(place.item("Forty Spice Stew") + "*")


@case("served")
def two_letters_are_the_beginning_of_a_title_until_enter(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.clock.install()
        page.goto(place.list())
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.locator("#q").type("so")
        until(page, "/^so/i.test(document.querySelector('.hit h2 mark')?.textContent)", "titles with “so…”")
        page.clock.fast_forward(2_000)
        page.evaluate("fetch('/healthz').then(answer => answer.text())")
        searches = [url for url in asked if "q=so" in url]
        holds(searches and all("typing=1" in url for url in searches), f"nothing but titles is asked for: {searches}")
        holds(page.locator(".hit").count() > 3, "the titles stay")


@case()
def a_search_shows_as_many_hits_as_it_counts(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        for words in ["soup", "salt", "pepper pasta", "köttfärs"]:
            page.goto(place.list(f"q={words}"))
            until(page, f"document.querySelector('h1').textContent === '“{words}”'", "a result")
            same(page.locator(".hit").count(), min(count(page), 48 if place.is_folder else 24), f"hits of {words}")


@case()
def search_finds_words_of_ingredients(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        page.locator("#q").press_sequentially("ströbröd", delay=15)
        until(page, "document.querySelectorAll('.hit').length === 1", "one recipe has these crumbs")
        line = page.locator(".hit .line")
        holds("Ingredient" in line.inner_text(), f"the place of the words is named: {line.inner_text()}")
        holds(line.locator("mark").count() == 1, "the word is marked in its line")


@case()
def keys_move_through_a_list(kit: Kit, place: Place) -> None:
    focused = "document.activeElement.closest('li')?.innerText"
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        titles = page.locator(".card h2").all_inner_texts()
        for key, wanted in [("j", 0), ("j", 1), ("j", 2), ("k", 1)]:
            page.keyboard.press(key)
            holds(titles[wanted] in (page.evaluate(focused) or ""), f"{key} leads to item {wanted}")
        page.locator("#q").fill("soup")
        until(page, "document.querySelectorAll('.hit').length > 1", "hits come")
        page.keyboard.press("Escape")
        same(page.locator("#q").input_value(), "", "the search after Esc")
        until(page, "document.querySelectorAll('.card').length > 1", "all items are there again")
        page.keyboard.press("Escape")
        same(page.evaluate("document.activeElement.tagName"), "BODY", "the focus after another Esc")
        page.keyboard.press("?")
        same(page.locator("#keys:popover-open").count(), 1, "lists of keys")


@case()
def nothing_found_is_said(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        page.locator("#q").fill("xyzzyplugh")
        until(page, "document.querySelectorAll('.say').length === 1", "a page for nothing")
        holds("xyzzyplugh" in page.locator(".say").inner_text(), "it names the words")
        page.locator("#q").fill("\"<b>' OR* NEAR(")
        until(page, "document.querySelector('h1').textContent.includes('NEAR(')", "signs of the search language are words")


@case()
def filters_tell_how_many_items_they_leave(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        choices = page.evaluate(
            "[...document.querySelectorAll('#filters li a')].filter(link => link.querySelector('span'))"
            ".map(link => [link.href, link.querySelector('span').textContent, link.textContent])"
        )
        holds(len(choices) >= 15, f"{len(choices)} choices")
        for address, number, label in kit.random("filters").sample(choices, 6):
            page.goto(address)
            until(page, "document.querySelector('#count')", "a list")
            same(count(page), int(re.sub(r"\D", "", number)), f"items of the filter {label}")
        # A second filter counts what is left after the first one.
        page.goto(place.list("kind=recipe"))
        until(page, "document.querySelector('#filters a.box')", "filters of the recipes")
        first = page.locator("#filters a.box").first
        number = int(re.sub(r"\D", "", first.locator("span").inner_text()))
        first.click()
        until(page, "location.search.includes('&')", "two filters in the address")
        digits = "document.querySelector('#count').textContent.replace(/\\D/g, '')"
        until(page, f"{digits} === '{number}'", f"{number} items of both filters")


@case()
def what_is_new_since_the_last_visit_is_told(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place, scripts=COUNT_SHIFTS) as page:
        page.goto(place.list())
        same(page.locator(".news").count(), 0, "news for somebody who was never here")
        before = {"since": 0, "latest": 0, "time": 0}
        if place.is_folder:
            key = f"larder.visit {place.root}"
            holds(page.evaluate("key => localStorage[key]", key), "the visit is kept")
            page.evaluate("([key, visit]) => localStorage[key] = visit", [key, json.dumps(before)])
        else:
            page.context.add_cookies([{"name": "larder-visit", "value": "0.0.0", "url": place.root}])
        page.goto(place.list())
        moved(page)
        link = page.locator(".news a", has_text="kitchen")
        number = int(re.sub(r"\D", "", link.inner_text().split(",")[0]))
        link.click()
        until(page, "document.querySelector('h1').textContent === 'New and changed from kitchen'", "the new items")
        same(count(page), number, "items of the list")
        page.goto(place.list())
        same(page.locator(".news a", has_text="kitchen").count(), 1, "news while the visit goes on")


@case()
def a_publication_has_its_page(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list("source=sample-news"))
        until(page, "document.querySelectorAll('.card').length > 20", "articles")
        for address in page.evaluate("[...document.querySelectorAll('.card h2 a')].slice(0, 6).map(link => link.href)"):
            page.goto(address)
            same(page.locator(".ahead .mark").count(), 1, "a logo or a letter")
            if page.locator(".ahead .from a").count():
                break
        name = page.locator(".ahead .from b").inner_text()
        page.locator(".ahead .from a").click()
        until(page, f"document.querySelector('h1').innerText.trim().endsWith({json.dumps(name)})", "the publication")
        same(page.locator("h1 img.mark").evaluate("image => image.decode().then(() => image.naturalWidth > 0)"), True,
             "its logo")  # fmt: skip
        holds(page.locator(".news a").get_attribute("rel") == "noreferrer", "a link to its site")
        holds(0 < page.locator(".card").count() < 100, "its articles")


@case()
def the_address_has_the_state_and_back_restores_it(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        page.locator("#filters a", has_text="Recipes").first.focus()
        page.keyboard.press("Enter")
        until(page, "/kind=recipe|recipes\\.html/.test(location.href)", "the filter in the address")
        until(page, "document.querySelector('#filters [aria-current] bdi').textContent === 'Recipes'", "the list")
        # In a folder the recipes are another file.
        if not place.is_folder:
            same(page.evaluate("document.activeElement.firstChild.textContent"), "Recipes", "the focus stays")
        page.evaluate("scrollTo(0, 900)")
        shown(page)
        card = page.locator(".card h2 a").nth(14)
        title = card.inner_text()
        place_before = page.evaluate("scrollY")
        card.focus()
        page.evaluate("scrollTo(0, 900)")
        page.keyboard.press("Enter")
        until(page, "document.querySelector('[data-id]')", "the item")
        page.go_back()
        until(page, "document.querySelector('.card')", "the list again")
        until(page, f"Math.abs(scrollY - {place_before}) < 4", "the place in the list")
        holds(title in page.locator(".cards").first.inner_text(), "the same list")
        page.go_back()
        until(page, f"location.href === '{place.list()}'", "the list before")
        until(page, "document.querySelector('#filters [aria-current] bdi').textContent === 'Everything'", "all items")


@case()
def an_address_opens_what_it_says(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list("q=soup&kind=recipe&sort=title"))
        until(page, "document.querySelectorAll('.hit').length > 3", "hits")
        same(page.locator("#q").input_value(), "soup", "the words of the search")
        same(page.locator("#filters [aria-current] bdi").first.inner_text(), "Recipes", "the kind")
        titles = [title.lower() for title in page.locator(".hit h2").all_inner_texts()[:10]]
        same(titles, sorted(titles), "titles in their order")


@case()
def it_can_be_read_without_scripts(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place, java_script_enabled=False) as page:
        page.goto(place.list())
        first = page.locator(".card h2").first.inner_text()
        follow(page, ".turn [rel=next]")
        holds(page.locator(".card h2").first.inner_text() != first, "the next page")
        follow(page, ".turn [rel=prev]")
        same(page.locator(".card h2").first.inner_text(), first, "the page before")
        follow(page, ".card h2 a")
        same(page.locator("h1").first.inner_text(), first, "the item's title")
        same(page.locator(".scripted:visible").count(), 0, "buttons that want a script")
        page.goto(place.item("Forty Spice Stew"))
        if place.is_folder:
            holds(page.locator("[id=step-2]").is_visible(), "the steps")
            return
        page.locator(".more").click()
        holds("5" in page.locator("output").inner_text(), "one serving more")
        page.locator(".acts a.main").click()
        page.locator(".cstep.on .main").click()
        holds("Step 2 of 4" in page.locator(".cstep.on h1").inner_text(), "the second step")
        page.goto(place.list())
        page.locator("#q").fill("forty spice")
        page.keyboard.press("Enter")
        same(page.locator(".hit h2").first.inner_text(), "Forty Spice Stew", "what the form finds")
        page.goto(place.list())
        page.locator("#filters a.box").first.click()
        holds("category=" in page.url or "=" in page.url, "a filter is a link")
