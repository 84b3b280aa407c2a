"""A whole job in asyncio that keeps what Larder keeps, for comparison: asyncio_job.py, and what the page says besides.

usage: asyncio_equal_job.py BASE FOLDER PROCESSES
Kept, in a catalog for each process: the recipe of the API merged with the one in its page (recipe-scrapers), with its
ingredients, steps, nutrition and equipment; the page's main content, and its whole text, which Larder keeps where it is
told to (Resiliparse); the picture and its small copy, with size, format and digest.
Not kept: sections of ingredients, for which recipe-scrapers takes half as long again; sections and titles of steps,
which become steps; further authors and pictures, videos; runs, links and pictures of a text, and how sure its finding
is; a picture's ThumbHash and colour; the API's answers and the pages; places in lists; where a field came from
(provenance).
Not done: retries, resuming after a stop, conditional requests, limits for the host, a sync to the disk before the end.
"""
import io
import re

import orjson
from PIL import Image
from recipe_scrapers import scrape_html
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree

import asyncio_job

NUMBER_AND_UNIT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(.*)")


class Page:
    """The recipe in a page."""

    def __init__(self, html, url):
        try:
            self.scraper = scrape_html(html, org_url=url, supported_only=False)
        except Exception:  # no recipe in the page
            self.scraper = None

    def field(self, name):
        """None for what the page does not say, where the library raises an error of one kind or another."""
        try:
            return getattr(self.scraper, name)() or None
        except Exception:
            return None

    def words(self, name):
        """A JSON array; the library joins some lists with commas."""
        value = self.field(name) or []
        words = value.split(",") if isinstance(value, str) else value
        return orjson.dumps([word.strip() for word in words]).decode()


def number_and_unit(text):
    match = NUMBER_AND_UNIT.match(text or "")
    return (float(match[1]), match[2]) if match else (None, None)


class EqualJob(asyncio_job.Job):
    tables = """
        CREATE TABLE recipe (
            id TEXT PRIMARY KEY, title, summary, publisher, publisherURL, sourceURL, apiURL, canonicalURL, imageURL,
            servings INTEGER, servingsText, prepMinutes, cookingMinutes, totalMinutes, rating, ratingCount, socialRank,
            language, author, categories, cuisines, keywords
        );
        CREATE TABLE ingredient (recipeID TEXT, position, text, PRIMARY KEY (recipeID, position));
        CREATE TABLE step (recipeID TEXT, position, text, PRIMARY KEY (recipeID, position));
        CREATE TABLE nutrition (recipeID TEXT, position, name, amount, unit, text, PRIMARY KEY (recipeID, position));
        CREATE TABLE equipment (recipeID TEXT, position, text, PRIMARY KEY (recipeID, position));
        CREATE TABLE text (recipeID TEXT, role, plain, PRIMARY KEY (recipeID, role));
        CREATE TABLE image (
            recipeID TEXT PRIMARY KEY, url, digest, byteCount, contentType, format, width, height, frames, hasAlpha
        );
        CREATE TABLE imageVariant (recipeID TEXT PRIMARY KEY, width, height, format, digest, byteCount);
    """

    def read(self, recipe, page, picture):
        self.read_recipe(recipe, Page(page, recipe["source_url"]))
        self.read_texts(recipe["recipe_id"], page)
        self.read_picture(recipe["recipe_id"], recipe["image_url"], picture)

    def read_recipe(self, recipe, page):
        """What the page says comes before what the API says."""
        name = recipe["recipe_id"]
        servings = page.field("yields")
        row = [name, page.field("title") or recipe["title"], page.field("description")]
        row += [recipe[key] for key in ("publisher", "publisher_url", "source_url", "f2f_url")]
        row += [page.field("canonical_url"), page.field("image") or recipe["image_url"]]
        row += [number_and_unit(servings)[0], servings]
        row += [page.field(key) for key in ("prep_time", "cook_time", "total_time", "ratings", "ratings_count")]
        row += [recipe["social_rank"], page.field("language"), page.field("author")]
        row += [page.words(key) for key in ("category", "cuisine", "keywords")]
        self.rows["recipe"].append(row)
        self.keep_list("ingredient", name, page.field("ingredients") or recipe["ingredients"])
        self.keep_list("step", name, page.field("instructions_list") or [])
        self.keep_list("equipment", name, page.field("equipment") or [])
        for position, (nutrient, text) in enumerate((page.field("nutrients") or {}).items()):
            self.rows["nutrition"].append((name, position, nutrient, *number_and_unit(text), text))

    def keep_list(self, table, name, texts):
        for position, text in enumerate(texts):
            self.rows[table].append((name, position, text))

    def read_texts(self, name, page):
        tree = HTMLTree.parse(page)
        self.rows["text"].append((name, "body", extract_plain_text(tree, main_content=True)))
        self.rows["text"].append((name, "page", extract_plain_text(tree)))

    def read_picture(self, name, url, data):
        picture = Image.open(io.BytesIO(data))
        row = [name, url, asyncio_job.keep(self.folder, data), len(data), picture.get_format_mimetype(), picture.format]
        row += [*picture.size, getattr(picture, "n_frames", 1), picture.has_transparency_data]
        self.rows["image"].append(row)
        copy = asyncio_job.small_copy(picture)
        row = name, *picture.size, "JPEG", asyncio_job.keep(self.folder, copy), len(copy)
        self.rows["imageVariant"].append(row)


if __name__ == "__main__":
    asyncio_job.main(EqualJob)
