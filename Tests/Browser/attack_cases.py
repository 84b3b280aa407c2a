"""What a hostile source wrote is text on every page."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from contextlib import suppress

import attacks
from browsing import holds, same
from cases import Kit, Skip, case
from places import Place, folder, served
from programs import Failure

#: Elements and attributes that pages of a larder never have, wherever they come from.
FOREIGN = """[...document.querySelectorAll('*')].flatMap(element => {
  const name = element.localName, at = document.querySelector('article[data-id],.found,.read,.st');
  const bad = ['iframe', 'object', 'embed', 'base', 'frame', 'portal', 'video', 'audio', 'style', 'template', 'math'];
  const found = bad.includes(name) && !(name === 'template' && !at?.contains(element)) ? [name] : [];
  if (name === 'script' && (!element.src || !element.src.startsWith(ROOT))) found.push(element.outerHTML.slice(0, 99));
  if (name === 'meta' && element.httpEquiv && element.httpEquiv !== 'Content-Security-Policy') found.push('meta');
  for (const attribute of element.attributes) {
    if (/^on|^style$|^srcdoc$|^formaction$|^ping$/.test(attribute.name)) found.push(name + ' ' + attribute.name);
    if (/^(href|src|action|poster|data|xlink:href)$/.test(attribute.name)) {
      const url = new URL(attribute.value, document.baseURI);
      const inside = attribute.value.startsWith('#') || url.href.startsWith(ROOT);
      const link = name === 'a' && /^(https?|mailto|tel):$/.test(url.protocol) && /noreferrer/.test(element.rel);
      if (!inside && !link) found.push(name + ' ' + attribute.value.slice(0, 99));
    }
  }
  return found;
})"""

PLANTED = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<p style='color:red'>x</p>",
    "<a href='javascript:alert(1)'>x</a>",
    "<iframe srcdoc='x'></iframe>",
    "<base href='http://evil.test/'>",
    "<form action='http://evil.test/'></form>",
    "<a href='//evil.test/'>x</a>",
]


def plain(text: str) -> str:
    """Letters and signs alone: white space and control characters may be left out."""
    return "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn"))


def check(kit: Kit, place: Place, others: list[str]) -> None:
    holds(len(place.items) >= attacks.ITEMS, f"{len(place.items)} items")
    foreign = FOREIGN.replace("ROOT", repr(place.root))
    with kit.browsing.page(place) as page:
        # Each attack is in four items: half of them are opened on a server, the others in a folder.
        half = list(place.items.items())[(kit.seed + place.is_folder) % 2 :: 2]
        titles = {address: title for title, address in half}
        for address in [*others, *titles]:
            page.goto(address)
            found, title, mains = page.evaluate(
                f"[{foreign}, document.querySelector('h1')?.innerText, document.querySelectorAll('main').length]"
            )
            same([found, mains], [[], 1], f"foreign markup at {address}")
            if address in titles:
                same(plain(title), plain(titles[address]), f"the title at {address}")
        # Hovering, focus and keys start nothing either.
        page.goto(next(iter(place.items.values())))
        for _ in range(30):
            page.keyboard.press("Tab")
        page.mouse.move(300, 300)


@case("served", is_long=True)
def attacks_are_text_on_served_pages(kit: Kit, place: Place) -> None:
    _, root = kit.programs.serve(kit.attacked)
    attacked = served(root, kit.attacked)
    queries = ["", "?sort=title", "?page=2", "?page=3", "?q=script", "?q=%3Cscript%3Ealert(1)%3C/script%3E", "?q=alert",
               "?category=%22%3E%3Csvg%20onload=alert(1)%3E", "?source=bad-feed", "?gone=1", "status",
               "item/%3Cscript%3Ealert(1)%3C/script%3E", "?q=%22onfocus=%22alert(1)%22autofocus"]  # fmt: skip
    check(kit, attacked, [root + query for query in queries])


@case("served")
def attacks_are_text_in_feeds(kit: Kit, place: Place) -> None:
    _, root = kit.programs.serve(kit.attacked)
    attacked = served(root, kit.attacked)
    with kit.browsing.page(attacked) as page:
        for path in ["feeds/bad-recipes.atom", "feeds/bad-pages.atom", "feeds/bad-feed.atom", "opds", "feeds/all.atom"]:
            answer = page.request.get(root + path, fail_on_status_code=False)
            if answer.status == 404:
                continue
            kind = answer.headers["content-type"]
            holds("xml" in kind and answer.headers["x-content-type-options"] == "nosniff", f"{path} is {kind}")
            faults = page.evaluate(
                """text => {
                  const parsed = new DOMParser().parseFromString(text, 'application/xml');
                  if (parsed.querySelector('parsererror')) return [parsed.querySelector('parsererror').textContent];
                  const contents = [...parsed.querySelectorAll('content[type=html]')].map(part => part.textContent);
                  return contents.flatMap(text => {
                    const inner = new DOMParser().parseFromString(text, 'text/html');
                    const bad = inner.querySelectorAll('script,iframe,object,embed,style,meta,base,form,svg,link');
                    const on = [...inner.querySelectorAll('*')].filter(element => [...element.attributes]
                      .some(({ name, value }) => /^on|^style$/.test(name)
                        || /^\\s*(java|vb)script:|^data:/i.test(value)));
                    return [...bad, ...on].map(element => element.outerHTML.slice(0, 120));
                  });
                }""",
                answer.text(),
            )
            same(faults, [], f"markup that runs in {path}")


@case("served")
def only_real_pictures_are_served(kit: Kit, place: Place) -> None:
    _, root = kit.programs.serve(kit.attacked)
    blobs = kit.attacked / "cache" / "blobs"
    types = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}
    shown = 0
    with kit.browsing.page(Place("served", root)) as page:
        for file in [path for path in blobs.rglob("*") if path.is_file() and re.fullmatch(r"[0-9a-f]{64}", path.name)]:
            answer = page.request.get(f"{root}pictures/{file.name[:2]}/{file.name}.png", fail_on_status_code=False)
            wanted = next((kind for start, kind in types.items() if file.read_bytes().startswith(start)), None)
            if wanted is None:
                holds(answer.status == 404, f"{file.name} is no picture, and is not served as one")
                continue
            shown += 1
            same(answer.headers["content-type"], wanted, "the type that the bytes tell")
            same(answer.headers["x-content-type-options"], "nosniff", "browsers do not guess")
        for path in ["../../catalog.sqlite", "..%2f..%2fcatalog.sqlite", "aa/..%2f..%2f..%2fetc%2fpasswd", "aa/%00"]:
            answer = page.request.get(f"{root}pictures/{path}", fail_on_status_code=False)
            holds(answer.status in (400, 404), f"{path} is no picture: {answer.status}")
    holds(shown > 2, f"{shown} pictures")


@case("folder", is_long=True)
def attacks_are_text_in_a_folder(kit: Kit, place: Place) -> None:
    if not kit.programs.can_export:
        raise Skip("this coordinator has no command export")
    path = kit.work / "attacked-site"
    kit.programs.export(kit.attacked, path)
    attacked = folder(path)
    check(
        kit, attacked, [attacked.list(query) for query in ["", "q=script", "q=alert", "q=%3Csvg%20onload=alert(1)%3E"]]
    )
    allowed = {
        ".html",
        ".css",
        ".js",
        ".json",
        ".svg",
        ".webmanifest",
        ".txt",
        ".jpeg",
        ".png",
        ".gif",
        ".webp",
        ".avif",
    }
    odd = [
        name
        for name in path.rglob("*")
        if name.is_file() and name.suffix not in allowed and not name.name.startswith(".")
    ]
    same(odd, [], "files of other types")


@case("served")
def planted_attacks_are_noticed(kit: Kit, place: Place) -> None:
    """So that silence means something."""
    foreign = FOREIGN.replace("ROOT", repr(place.root))
    for planted in PLANTED:
        found: list[str] = []
        # The policy of the page makes noise of its own.
        with suppress(Failure), kit.browsing.page(place) as page:
            answer = page.request.get(place.root)
            body = answer.text().replace("</main>", planted + "</main>")
            page.route(place.root, lambda route: route.fulfill(response=answer, body=body))  # noqa: B023
            page.goto(place.root)
            found = page.evaluate(foreign)
        holds(found, f"{planted} is noticed")


@case("served")
def titles_of_the_catalog_are_the_attacks(kit: Kit, place: Place) -> None:
    """So that the other tests are about something."""
    with sqlite3.connect(f"file:{kit.attacked}/catalog.sqlite?mode=ro", uri=True) as catalog:
        titles = [title for (title,) in catalog.execute("SELECT title FROM card")]
    holds(sum("<script" in title for title in titles) > 10, "titles that show markup")
    holds(len(attacks.TEXTS) >= 60, f"{len(attacks.TEXTS)} texts")
