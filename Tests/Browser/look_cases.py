"""How pages look: small screens, large letters, dark, from right to left, without motion; and what axe finds."""

from __future__ import annotations

import kitchen
from browsing import axe_source, holds, same, until
from cases import Kit, case
from places import Place
from playwright.sync_api import Page

SIDEWAYS = """(() => {
  const root = document.documentElement, width = root.clientWidth;
  if (root.scrollWidth <= width) return '';
  const wide = [...document.querySelectorAll('body *')].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width && (box.right > width + 1 || box.left < -1) && element.checkVisibility();
  });
  const found = wide.slice(0, 3).map(element => element.outerHTML.slice(0, 90));
  return `${root.scrollWidth} > ${width}: ${found.join(' | ')}`;
})()"""


def pages(place: Place) -> dict[str, str]:
    """One page of each form."""
    found = {
        "list": place.list(),
        "search": place.list("q=soup"),
        "recipe": place.item(kitchen.STEW),
        "long title": place.item(kitchen.LONG_TITLE),
        "article": place.item(kitchen.SALT),
    }
    if not place.is_folder:
        found |= {"cook mode": place.cook(kitchen.STEW), "status": place.root + "status"}
    return found


def opened(page: Page, address: str) -> None:
    page.goto(address)
    if "q=" in address:
        until(page, "document.querySelector('.hit')", "hits")


@case(is_long=True)
def pages_fit_a_phone_and_large_letters(kit: Kit, place: Place) -> None:
    for letters, widths in {"16": [1_024, 768, 390, 320], "32": [1_280, 390]}.items():
        with kit.browsing.page(place, letters=letters) as page:
            for name, address in pages(place).items():
                opened(page, address)
                for width in widths:
                    page.set_viewport_size({"width": width, "height": 844})
                    same(page.evaluate(SIDEWAYS), "", f"{name}, {width} wide, letters of {letters} pixels")


@case(is_long=True)
def axe_finds_nothing(kit: Kit, place: Place) -> None:
    source = axe_source()
    # In the dark nothing is another but the colours.
    for scheme, rules in [("light", "preload: false"), ("dark", "preload: false, runOnly: ['color-contrast']")]:
        with kit.browsing.page(place, color_scheme=scheme) as page:
            for name, address in pages(place).items():
                opened(page, address)
                page.evaluate(source)
                found = page.evaluate(f"axe.run({{ {rules} }}).then(({{ violations }}) => violations)")
                faults = [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in found]
                same(faults, [], f"{name}, {scheme}")


@case()
def colours_follow_the_system_and_the_button(kit: Kit, place: Place) -> None:
    color = "getComputedStyle(document.documentElement).backgroundColor"
    with kit.browsing.page(place, color_scheme="light") as page:
        page.goto(place.list())
        light = page.evaluate(color)
        page.emulate_media(color_scheme="dark")
        dark = page.evaluate(color)
        holds(light != dark, f"dark is another colour than {light}")
        page.locator("#colors").click()
        same(page.evaluate(color), light, "after the button: light")
        page.goto(place.item(kitchen.STEW))
        same(page.evaluate(color), light, "on other pages too")
        page.locator("#colors").click()
        page.emulate_media(color_scheme="light")
        same(page.evaluate(color), dark, "after the button again: dark")


@case()
def arabic_runs_from_right_to_left(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        for title in [kitchen.ARABIC, kitchen.ARABIC_STORY]:
            page.goto(place.item(title))
            same(page.evaluate("[document.documentElement.lang, document.dir]"), ["ar", "rtl"], "the page")
            same(page.evaluate("getComputedStyle(document.querySelector('h1')).direction"), "rtl", "the title")
            same(page.evaluate(SIDEWAYS), "", "sideways")
        page.goto(place.item(kitchen.ARABIC))
        text, ticks = (page.locator(name).first.bounding_box() for name in [".lines li span", ".lines li input"])
        holds(text and ticks and ticks["x"] > text["x"], "the box to tick is on the right")
        page.locator(".acts a.main").click()
        until(page, "document.querySelector('.live .cstep.on')", "cook mode")
        page.keyboard.press("ArrowLeft")
        until(page, "document.querySelector('.cstep.on').id === 'step-2'", "the left arrow leads on")
        page.goto(place.item(kitchen.SWEDISH))
        same(page.evaluate("[document.documentElement.lang, document.dir]"), ["sv", "ltr"], "a Swedish page")


@case()
def nothing_moves_for_those_who_ask(kit: Kit, place: Place) -> None:
    moving = "document.getAnimations().length + [...document.querySelectorAll('body, body *')].filter(element => {"
    moving += " const style = getComputedStyle(element); return [style.transitionDuration, style.animationDuration]"
    moving += ".some(time => time.split(',').some(part => parseFloat(part) > .01)); }).length"
    with kit.browsing.page(place, reduced_motion="reduce") as page:
        for name, address in pages(place).items():
            opened(page, address)
            same(page.evaluate(moving), 0, f"elements that move: {name}")
            same(page.evaluate("getComputedStyle(document.documentElement).scrollBehavior"), "auto", "scrolling")


@case()
def a_page_says_how_old_the_copy_is(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.list())
        holds("Offline copy" in page.locator(".age").inner_text(), page.locator(".age").inner_text())
        page.goto(place.item(kitchen.STEW))
        holds("Saved on" in page.locator(".prov").inner_text(), page.locator(".prov").inner_text())
