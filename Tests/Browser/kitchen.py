"""Recipes and articles whose content the tests know: amounts, timers, footnotes, tables, four languages."""

from __future__ import annotations

import json
from pathlib import Path

from local_site import PNG, LocalSite, png

#: Amounts that a cook scales, and what they become at twice the servings.
SCALED = {"½ cup flour": "1 cup", "2–3 tbsp butter": "4–6 tbsp", "1 1/2 cups milk": "3 cups", "3 eggs": "6"}
FIXED = ["1 x 400 g tin of plum tomatoes", "salt to taste"]
STEW, BARE, ARABIC = "Forty Spice Stew", "Plain Flat Bread", "حساء العدس بالكمون"
GERMAN, SWEDISH, LONG_TITLE = "Käsespätzle mit Röstzwiebeln", "Köttbullar med gräddsås och lingon", "Donau" * 30
SALT, PEPPER, ARABIC_STORY = "The Long History of Salt", "A Short Note on Pepper", "حكاية الخبز والملح"

SPICES = [f"1 tsp spice number {number}" for number in range(1, 35)]
STEPS = [
    "Warm the butter and the flour in a wide pan.",
    "Pour in the milk, then simmer for 5 seconds and stir.",
    "Bake at 180 °C for 20 minutes, until the top is brown.",
    "Add the eggs and serve at once.",
]


def recipe(site: LocalSite, path: str, language: str, name: str, **fields: object) -> None:
    data = {"@context": "https://schema.org", "@type": "Recipe", "name": name, "url": site.base + path, **fields}
    site.put(
        path,
        f'<!doctype html><html lang="{language}"><head><title>{name}</title>'
        f'<script type="application/ld+json">{json.dumps(data)}</script></head>'
        f"<body><main><article><h1>{name}</h1><p>{'A page about this dish. ' * 30}</p></article></main></body></html>",
    )


def article(site: LocalSite, path: str, language: str, title: str, body: str) -> None:
    site.put(
        path,
        f'<!doctype html><html lang="{language}"><head><title>{title}</title><meta name="author" content="Ines Moor">'
        f'<meta property="og:type" content="article">'
        f'<meta property="article:published_time" content="2025-03-14T08:00:00Z"></head>'
        f"<body><main><article><h1>{title}</h1>{body}</article></main></body></html>",
    )


def steps(*texts: str) -> list[dict[str, str]]:
    return [{"@type": "HowToStep", "text": text} for text in texts]


def put_recipes(site: LocalSite) -> None:
    recipe(
        site,
        "/recipes/stew",
        "en",
        STEW,
        image=site.base + "/pictures/stew.png",
        recipeYield="4",
        totalTime="PT45M",
        description="All that the spice rack holds.",
        recipeIngredient=[*SCALED, *FIXED, *SPICES],
        recipeInstructions=steps(*STEPS),
        recipeCategory="stews",
        keywords="spice, winter",
        tool=["a wide pan"],
        nutrition={"@type": "NutritionInformation", "calories": "420 kcal", "fatContent": "12 g"},
    )
    recipe(
        site, "/recipes/bread", "en", BARE, recipeYield="2", recipeIngredient=["250 g flour", "150 ml water"],
        recipeInstructions=steps("Mix flour and water.", "Bake for 4 minutes on each side."), totalTime="PT20M",
    )  # fmt: skip
    recipe(
        site, "/recipes/lentils", "ar", ARABIC, image=site.base + "/pictures/lentils.png", inLanguage="ar",
        recipeYield="4", recipeIngredient=["200 غرام عدس أحمر", "1 ملعقة كمون", "2 بصل"],
        recipeInstructions=steps("اغسل العدس جيدا.", "اطبخ العدس مع البصل والكمون.", "قدم الحساء ساخنا."),
    )  # fmt: skip
    recipe(
        site, "/recipes/spaetzle", "de", GERMAN, image=site.base + "/pictures/spaetzle.png", inLanguage="de",
        recipeYield="3", recipeIngredient=["300 g Mehl", "3 Eier", "1 EL Öl", "1 Prise Salz"],
        recipeInstructions=steps("Mehl und Eier verrühren.", "Den Teig 20 Minuten ruhen lassen."),
    )  # fmt: skip
    recipe(
        site, "/recipes/kottbullar", "sv", SWEDISH, image=site.base + "/pictures/balls.png", inLanguage="sv",
        recipeYield="4", recipeIngredient=["500 g köttfärs", "1 dl ströbröd", "2 msk smör"],
        recipeInstructions=steps("Blanda färsen.", "Stek i 10 minuter."),
    )  # fmt: skip
    recipe(
        site, "/recipes/long", "de", LONG_TITLE, recipeIngredient=["1 kg Geduld"],
        recipeInstructions=steps("Warten."),
    )  # fmt: skip
    names = ["stew", "bread", "lentils", "spaetzle", "kottbullar", "long"]
    site.sitemap("/recipes.xml", [f"/recipes/{name}" for name in names])
    for number, name in enumerate(["stew", "lentils", "spaetzle", "balls"]):
        site.put(f"/pictures/{name}.png", png(900, (500, 900, 1_500, 600)[number], (200, 60 * number, 80)), PNG)


def put_articles(site: LocalSite) -> None:
    filler = (
        "<p>Salt was carried over mountains on the backs of mules, and whoever held the road held the price.</p>" * 4
    )
    article(
        site,
        "/stories/salt",
        "en",
        SALT,
        f"""<p>Salt kept meat through the winter<sup><a href="#note-1" id="back-1">1</a></sup>, and
        <a href="/stories/pepper">pepper</a> hid what salt could not. More is told by
        <a href="https://example.org/salt">the museum of salt</a>.</p>
        <h2>Mines</h2>{filler}
        <figure><img src="/pictures/mine.png" width="1200" height="800" alt="A mine"><figcaption>The mine at dawn,
        seen from the road.</figcaption></figure>
        <h2>Prices</h2>{filler}
        <table><thead><tr><th>Year</th><th>Price</th></tr></thead><tbody><tr><td>1450</td><td>12</td></tr>
        <tr><td>1500</td><td>17</td></tr></tbody></table>
        <blockquote><p>Whoever has salt has friends.</p><p>An old merchant</p></blockquote>
        <h2>A recipe for brine</h2>{filler}
        <pre><code>brine = water + salt
if brine &lt; 3.5:
    salt += 1</code></pre>
        <ul><li>Coarse salt</li><li>Fine salt</li></ul>{filler * 3}
        <h2>Notes</h2><ol><li id="note-1">Letters of the mine's clerk, 1451. <a href="#back-1">Back</a></li></ol>""",
    )
    article(
        site, "/stories/pepper", "en", PEPPER,
        f'<p>Pepper came by ship.</p>{filler}<p>It is told beside <a href="/stories/salt">the history of salt</a>.</p>',
    )  # fmt: skip
    story = "<p>كان الخبز والملح علامة الضيافة في كل بيت، ومن أكل منهما صار ضيفا لا يؤذى.</p>" * 6
    article(site, "/stories/bread", "ar", ARABIC_STORY, f"<h2>الخبز</h2>{story}<h2>الملح</h2>{story}")
    site.sitemap("/stories.xml", ["/stories/salt", "/stories/pepper", "/stories/bread"])
    site.put("/pictures/mine.png", png(1_200, 800, (40, 80, 120)), PNG)


def kitchen() -> LocalSite:
    site = LocalSite()
    put_recipes(site)
    put_articles(site)
    return site


def add_sources(site: LocalSite, larder: Path) -> list[str]:
    """Writes the source files of a kitchen into a larder; returns their names."""
    folder = larder / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    for name, kind, list_name in [("kitchen", "recipe", "recipes"), ("stories", "article", "stories")]:
        text = f"name: {name}\nkind: sitemap\nbase: {site.base}\nsite: {kind}\nsitemaps: [/{list_name}.xml]\n"
        (folder / f"{name}.yaml").write_text(text)
    return ["kitchen", "stories"]


def slow_site(pages: int) -> LocalSite:
    """Pages that come slowly, so that their sync can be watched."""
    site = LocalSite(delay=0.15)
    for number in range(pages):
        article(site, f"/page/{number}", "en", f"Slow page {number}", f"<p>{'Words that come slowly. ' * 40}</p>")
    site.sitemap("/sitemap.xml", [f"/page/{number}" for number in range(pages)])
    return site
