"""An article: its text, its links, its neighbours."""

from __future__ import annotations

import re

import kitchen
from browsing import holds, same, until
from cases import Kit, case
from places import Place


@case()
def an_article_keeps_its_structure(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.SALT))
        prose = page.locator("article > .prose").last
        same(prose.locator("h2").all_inner_texts(), ["Mines", "Prices", "A recipe for brine", "Notes"], "headings")
        same(prose.locator("tbody td").all_inner_texts(), ["1450", "12", "1500", "17"], "cells")
        same(prose.locator("thead th[scope=col]").count(), 2, "heads of columns")
        same(prose.locator("pre code").inner_text().split("\n")[1:], ["if brine < 3.5:", "    salt += 1"], "code")
        same(
            prose.locator("blockquote p").all_inner_texts(),
            ["Whoever has salt has friends.", "An old merchant"],
            "quote",
        )
        same(prose.locator("ul li").all_inner_texts(), ["Coarse salt", "Fine salt"], "list")
        same(prose.locator("sup").inner_text(), "1", "the mark of the note")
        holds("Letters of the mine" in prose.locator("ol li").inner_text(), "the note")
        about = page.locator(".by").inner_text()
        holds("By Ines Moor" in about, f"the author: {about}")
        holds(re.search(r"\d+ [A-Z][a-z]+ \d{4}", about) and "min read" in about, f"date and reading time: {about}")
        prose.locator(".fnote").first.click()
        until(page, "document.querySelector(':target')?.textContent.includes('Letters of the mine')", "the note")


@case()
def captions_stand_below_their_pictures(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.SALT))
        figure = page.locator(".prose figure").last
        same(figure.locator("img").get_attribute("alt"), "A mine", "the words for who does not see it")
        holds("The mine at dawn" in figure.inner_text(), "the caption")


@case()
def links_lead_inside_or_say_where(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.SALT))
        outside = page.locator(".prose a", has_text="museum")
        same(outside.get_attribute("title"), "example.org", "the host of an outside link")
        same(outside.get_attribute("target"), "_blank", "where it opens")
        page.locator(".prose a", has_text="pepper").click()
        until(page, f"document.querySelector('h1').textContent === '{kitchen.PEPPER}'", "the linked article")
        page.locator(".prose a", has_text="the history of salt").click()
        until(page, f"document.querySelector('h1').textContent === '{kitchen.SALT}'", "the way back")
        broken = page.evaluate(
            "[...document.querySelectorAll('a[href^=\"#\"]')]"
            ".filter(link => !document.getElementById(link.hash.slice(1))).map(link => link.outerHTML)"
        )
        same(broken, [], "links to places that are not there")


@case()
def contents_lead_to_their_headings(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place, viewport={"width": 1_440, "height": 900}) as page:
        page.goto(place.item(kitchen.SALT))
        same(page.locator(".toc a").count(), 4, "entries")
        page.locator(".toc a", has_text="Prices").click()
        head = "[...document.querySelectorAll('h2')].find(head => head.textContent === 'Prices')"
        until(page, f"(top => top >= 0 && top < 150)({head}.getBoundingClientRect().top)", "the heading is in sight")
        until(page, "document.querySelector('.toc [aria-current]').textContent === 'Prices'", "the heading that is read")
        page.go_back()
        until(page, "document.querySelector('.toc')", "the article stays")


@case()
def neighbours_follow_each_other(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.SALT))
        title = page.locator("h1").inner_text()
        way = "prev" if page.locator(".near [rel=prev]").count() else "next"
        page.locator(f".near [rel={way}]").click()
        until(page, f"document.querySelector('h1').textContent !== '{title}'", "the neighbour")
        until(page, "document.documentElement.dataset.theme", "the script has run")
        page.keyboard.press("j" if way == "prev" else "k")
        until(page, f"document.querySelector('h1').textContent === '{title}'", "the article again")


@case()
def reading_settings_are_kept(kit: Kit, place: Place) -> None:
    size = "parseFloat(getComputedStyle(document.querySelector('.prose p')).fontSize)"
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.SALT))
        usual = page.evaluate(size)
        page.locator(".aa summary").click()
        page.locator(".aa .sizes label").last.click()
        holds(page.evaluate(size) > usual, "letters grow")
        page.keyboard.press("Escape")
        page.goto(place.item(kitchen.PEPPER))
        holds(page.evaluate(size) > usual, "and stay so in other articles")
