"""A browser whose pages are watched: what they ask for, what they say, what moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright

from places import Place
from programs import Failure

CHROMIUM = "/usr/bin/chromium"
#: Says how much has moved since the page began, but for what follows a key or a click (Layout Instability, W3C).
COUNT_SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => entry.hadRecentInput || shifts.push({
  value: entry.value,
  what: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName ?? '').join(' | '),
}))).observe({ type: 'layout-shift', buffered: true });
"""
STUB_SOUND = """
window.rings = 0;
window.AudioContext = class {
  createOscillator() { return { connect() {}, start() { rings += 1; }, stop() {} }; }
};
"""
STUB_WAKE_LOCK = """
window.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: {
  request: async kind => { locks.push(kind); return { release() {} }; },
} });
"""


class Watch:
    """What a page must not do: talk to other hosts, open a dialog, break."""

    def __init__(self, context: BrowserContext, place: Place) -> None:
        self.faults: list[str] = []
        self._allowed = (place.root, "data:", "blob:", "about:")
        context.on("request", lambda request: self._check(request.url))
        context.on("dialog", self._dialog)
        context.on("console", lambda message: self._console(message.type, message.text))
        context.on("weberror", lambda error: self.faults.append(f"script error: {error.error}"))

    def _check(self, url: str) -> None:
        if not url.startswith(self._allowed):
            self.faults.append(f"asked for {url[:200]}")

    def _dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message[:200]}")
        dialog.dismiss()

    def _console(self, kind: str, text: str) -> None:
        # A browser tells of each answer that is no success, which pages of what is not there are.
        if kind == "error" and not text.startswith("Failed to load resource"):
            self.faults.append(f"console: {text[:300]}")

    def end(self) -> None:
        if self.faults:
            raise Failure("; ".join(self.faults[:5]))


class Browsing:
    """Opens pages of a place in contexts of their own."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._browsers: dict[str, Browser] = {}

    def _browser(self, letters: str) -> Browser:
        """The browser whose reader has set the size of letters, in pixels."""
        if letters not in self._browsers:
            arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"]
            self._browsers[letters] = self._playwright.chromium.launch(
                executable_path=CHROMIUM, args=[*arguments, f"--blink-settings=defaultFontSize={letters}"]
            )
        return self._browsers[letters]

    @contextmanager
    def page(self, place: Place, scripts: str = "", letters: str = "16", **options: Any) -> Iterator[Page]:
        options = {"viewport": {"width": 1_280, "height": 900}, "reduced_motion": "reduce", **options}
        context = self._browser(letters).new_context(**options)
        watch = Watch(context, place)
        if scripts:
            context.add_init_script(scripts)
        page = context.new_page()
        page.set_default_timeout(8_000)
        try:
            yield page
            watch.end()
        finally:
            context.close()

    def close(self) -> None:
        for browser in self._browsers.values():
            browser.close()


def shown(page: Page) -> None:
    """Waits until the browser has drawn what has changed."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def moved(page: Page) -> None:
    """Fails where something has moved by itself; wants COUNT_SHIFTS."""
    shown(page)
    shifts = page.evaluate("shifts")
    if sum(shift["value"] for shift in shifts) > 0.0005:
        raise Failure(f"the layout moved: {shifts[:3]}")


def axe_source() -> str:
    """axe-core, the rules that tools for accessibility share."""
    spec = find_spec("axe_playwright_python")
    assert spec and spec.origin
    return next(Path(spec.origin).parent.rglob("axe.min.js")).read_text()


def until(page: Page, condition: str, what: str, seconds: float = 8) -> None:
    """Waits until a JavaScript expression holds; the policy of the pages refuses Playwright's own way."""
    for _ in range(int(seconds * 20)):
        # Between two pages there is nothing to ask.
        with suppress(Error):
            if page.evaluate(condition):
                return
        page.wait_for_timeout(50)
    raise Failure(f"{what}: still not so after {seconds} s")


def follow(page: Page, link: str) -> None:
    """Clicks the first such link and waits for the whole next page, its style sheets as well."""
    with page.expect_navigation():
        page.locator(link).first.click()


def same(found: object, wanted: object, what: str) -> None:
    if found != wanted:
        raise Failure(f"{what}: {found!r} in place of {wanted!r}")


def holds(condition: object, what: str) -> None:
    if not condition:
        raise Failure(what)
