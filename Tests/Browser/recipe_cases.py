"""A recipe: amounts, units, ticks, timers, cook mode."""

from __future__ import annotations

import kitchen
from browsing import STUB_SOUND, STUB_WAKE_LOCK, holds, same, shown, until
from cases import Kit, case
from places import Place
from playwright.sync_api import Page


def lines(page: Page) -> list[str]:
    """The ingredients as a cook reads them."""
    texts = page.locator(".lines li").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


def has_amounts(page: Page, wanted: dict[str, str]) -> None:
    amounts = [text.replace("\xa0", " ") for text in page.locator(".lines li b").all_inner_texts()]
    same(amounts[: len(wanted)], list(wanted.values()), "the amounts")


@case()
def amounts_follow_the_servings(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.STEW))
        own = lines(page)
        for _ in range(3):
            page.locator(".more").click()
        page.keyboard.press("+")
        same(page.locator("output").inner_text().replace("\xa0", " "), "8 servings", "the servings")
        has_amounts(page, kitchen.SCALED)
        for fixed in kitchen.FIXED:
            holds(any(fixed in line for line in lines(page)), f"what has no amount stays: {fixed}")
        same(page.locator(".fixed:visible").count(), 1, "lines that say that they are not scaled")
        page.reload()
        has_amounts(page, kitchen.SCALED)
        page.keyboard.press("-")
        page.locator(".reset").click()
        same(lines(page), own, "the amounts as written")
        holds("servings=" not in page.url, "the address is the recipe's own again")


@case()
def units_can_be_changed(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.STEW))
        own = lines(page)
        page.locator(".units label", has_text="Metric").click()
        has_amounts(page, {"½ cup flour": "120 ml", "2–3 tbsp butter": "30–45 ml", "1 1/2 cups milk": "360 ml"})
        page.locator(".units label", has_text="US").click()
        holds("355" in page.locator("#step-3").inner_text(), "the oven in °F")
        page.reload()
        holds(page.locator("#unitsu").is_checked(), "the choice is kept")
        page.locator(".units label", has_text="As written").click()
        same(lines(page), own, "the amounts as written")


@case()
def ticks_are_kept(kit: Kit, place: Place) -> None:
    ticked = "[...document.querySelectorAll('.lines input')].flatMap((box, place) => box.checked ? [place] : [])"
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.STEW))
        for number in [1, 5, 39]:
            page.locator(".lines input").nth(number).check()
        page.reload()
        same(page.evaluate(ticked), [1, 5, 39], "ticks after the page is loaded again")
        page.goto(place.item(kitchen.BARE))
        same(page.evaluate(ticked), [], "ticks of another recipe")
        page.goto(place.item(kitchen.STEW))
        page.locator(".ticks button").click()
        shown(page)
        page.reload()
        same(page.evaluate(ticked), [], "ticks after they were cleared")


@case()
def timers_run_on_other_pages_and_ring(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place, scripts=STUB_SOUND) as page:
        page.clock.install()

        def is_left(seconds: int) -> None:
            minutes, rest = page.locator(".dock b").first.inner_text().split(":")
            found = int(minutes) * 60 + int(rest)
            holds(seconds <= found <= seconds + 2, f"{found} s are left, about {seconds} s were expected")

        page.goto(place.item(kitchen.STEW))
        page.locator("#step-3 .timer").click()
        is_left(1_199)
        page.clock.run_for(61_000)
        is_left(1_138)
        page.locator(".dock button").first.click()
        page.clock.run_for(30_000)
        is_left(1_138)
        page.locator(".dock button").first.click()
        page.locator("#step-2 .timer").click()
        same(page.locator(".dock div").count(), 2, "timers")
        page.goto(place.item(kitchen.BARE))
        same(page.locator(".dock div").count(), 2, "timers on another page")
        holds(kitchen.STEW in page.locator(".dock span").first.inner_text(), "the dish of a timer on another page")
        same(page.evaluate("rings"), 0, "rings")
        page.clock.run_for(6_000)
        same(page.evaluate("rings"), 1, "rings at zero")
        holds(page.title().startswith("Time is up"), f"the title tells of it: {page.title()}")
        holds("Time is up: Step 2, simmer" in page.locator("#said").inner_text(), "screen readers hear of it")
        page.clock.run_for(6_000)
        same(page.evaluate("rings"), 1, "it rings once")
        page.locator(".dock a", has_text="Step 3").click()
        page.wait_for_url(place.item(kitchen.STEW) + "*")
        for _ in range(2):
            page.locator(".dock button").last.click()
        same(page.locator(".dock div").count(), 0, "timers after they were stopped")


@case()
def cook_mode_goes_step_by_step(kit: Kit, place: Place) -> None:
    def step(number: int) -> None:
        # A server shows the step before the script has run.
        step = f"document.querySelector('.live .cstep.on h1')?.textContent === 'Step {number} of 4'"
        until(page, step, f"step {number}")

    with kit.browsing.page(place, scripts=STUB_WAKE_LOCK + STUB_SOUND) as page:
        page.goto(place.item(kitchen.STEW))
        page.locator(".acts a.main").click()
        step(1)
        until(page, "locks.join() === 'screen'", "the screen is kept on")
        holds(page.locator(".awake").is_visible(), "it says that the screen stays on")
        holds("flour" in page.locator(".cstep.on aside").inner_text(), "the ingredients of the step")
        for key, number in [("ArrowRight", 2), ("Space", 3), ("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowLeft", 1)]:
            page.keyboard.press(key)
            step(number)
        page.locator(".cstep.on nav a").first.click()
        step(2)
        page.keyboard.press("t")
        same(page.locator(".cstep.on .clock").get_attribute("data-state"), "going", "the timer of the step")
        for number in [3, 4]:
            page.locator(".cstep.on nav a").last.click()
            step(number)
        page.reload()
        step(4)
        page.locator(".cstep.on nav a", has_text="Done").click()
        page.wait_for_url(place.item(kitchen.STEW) + "*")
        page.locator(".acts a.main").click()
        step(1)
        page.keyboard.press("Escape")
        until(page, "document.querySelector('.lines')?.checkVisibility()", "the recipe again")


@case()
def a_recipe_says_all_that_is_known(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        page.goto(place.item(kitchen.STEW))
        facts = page.locator(".nutrition").inner_text()
        holds("420 kcal" in facts and "12 g" in facts, f"the nutrition: {facts}")
        holds("a wide pan" in page.locator(".kit").inner_text(), "the equipment")
        same(len(lines(page)), 40, "ingredients")
        same(page.locator(".steps li").count(), 4, "steps")
        holds("spice" in page.locator(".tags").inner_text(), "the keywords")
        if page.locator("details.own").count():
            same(page.locator("details.own[open]").count(), 0, "texts that are folded out")
            page.locator("details.own summary").click()
            holds("A page about this dish" in page.locator("details.own").inner_text(), "the page's own text")
        link = page.locator(".prov a")
        holds((link.get_attribute("href") or "").endswith("/recipes/stew"), "the original page")
        holds("noreferrer" in (link.get_attribute("rel") or ""), "it does not tell where a reader came from")
        page.locator(".tags a", has_text="winter").click()
        until(page, "document.querySelectorAll('.card').length === 1", "the recipes with this keyword")
        page.goto(place.item(kitchen.BARE))
        same(page.locator(".rhead.bare").count(), 1, "a head without a picture")


@case()
def a_recipe_prints_on_one_page(kit: Kit, place: Place) -> None:
    with kit.browsing.page(place) as page:
        for title in [kitchen.STEW, kitchen.GERMAN]:
            page.goto(place.item(title))
            pdf = page.pdf(format="A4", prefer_css_page_size=True)
            same(pdf.count(b"/Type /Page\n"), 1, f"pages of {title}")
