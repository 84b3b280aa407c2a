"""A whole job in Scrapy, for comparison with Larder: recipes, the text of their pages, their pictures and a small copy of each.

usage: scrapy_job.py BASE FOLDER
For Scrapy 2.13 and later. What its documentation leads to: a spider, its pipeline for pictures with thumbnails, and a pipeline into SQLite.
"""
import json
import sqlite3
import sys

import inscriptis
import PIL.Image  # Scrapy's pipeline for pictures needs it, and says so late
import scrapy
from scrapy.crawler import CrawlerProcess

CONNECTIONS = 64


class RecipeSpider(scrapy.Spider):
    name = "recipes"

    def __init__(self, base="", **options):
        super().__init__(**options)
        self.base = base

    async def start(self):
        yield self.search(1)

    def search(self, page):
        return scrapy.Request(f"{self.base}/api/search?q=all&page={page}", meta={"page": page}, priority=1)

    def parse(self, response):
        recipes = response.json()["recipes"]
        for recipe in recipes:
            yield scrapy.Request(f"{self.base}/api/get?rId={recipe['recipe_id']}", callback=self.parse_recipe)
        if recipes:
            yield self.search(response.meta["page"] + 1)

    def parse_recipe(self, response):
        recipe = response.json()["recipe"]
        yield response.follow(recipe["source_url"], callback=self.parse_page, cb_kwargs={"recipe": recipe})

    def parse_page(self, response, recipe):
        recipe["text"] = inscriptis.get_text(response.text)
        recipe["image_urls"] = [recipe["image_url"]]
        yield recipe


class CatalogPipeline:
    stored = 0

    @classmethod
    def from_crawler(cls, crawler):
        pipeline = cls()
        pipeline.catalog = sqlite3.connect(crawler.settings["CATALOG"])
        pipeline.catalog.execute("CREATE TABLE recipe (id PRIMARY KEY, title, ingredients, text, picture)")
        return pipeline

    def process_item(self, item, spider=None):
        row = item["recipe_id"], item["title"], json.dumps(item["ingredients"]), item["text"], item["images"][0]["path"]
        self.catalog.execute("INSERT INTO recipe VALUES (?, ?, ?, ?, ?)", row)
        CatalogPipeline.stored += 1
        if self.stored % 100 == 0:
            self.catalog.commit()
        return item

    def close_spider(self, spider=None):
        self.catalog.commit()
        self.catalog.close()


def main():
    base, folder = sys.argv[1:3]
    process = CrawlerProcess(
        {
            "LOG_LEVEL": "ERROR",
            "TELNETCONSOLE_ENABLED": False,
            "CONCURRENT_REQUESTS": CONNECTIONS,
            "CONCURRENT_REQUESTS_PER_DOMAIN": CONNECTIONS,
            "DOWNLOAD_DELAY": 0,
            "ITEM_PIPELINES": {"scrapy.pipelines.images.ImagesPipeline": 100, CatalogPipeline: 200},
            "IMAGES_STORE": folder + "/pictures",
            "IMAGES_THUMBS": {"small": (320, 320)},
            "CATALOG": folder + "/catalog.sqlite",
        }
    )
    process.crawl(RecipeSpider, base=base)
    process.start()
    print("recipes", CatalogPipeline.stored)


if __name__ == "__main__":
    main()
