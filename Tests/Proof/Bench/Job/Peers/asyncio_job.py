"""A whole job in asyncio, for comparison with Larder: recipes, the text of their pages, their pictures and a small copy
of each.

usage: asyncio_job.py BASE FOLDER PROCESSES
As fast as a script can be: no retries, no resuming, no limits for the host, nothing synced to the disk before the end.
"""
import asyncio
import collections
import hashlib
import io
import multiprocessing
import pathlib
import sqlite3
import sys

import aiohttp
import orjson
import uvloop
from PIL import Image
from resiliparse.extract.html2text import extract_plain_text

CONNECTIONS = 64


def keep(folder, data):
    digest = hashlib.sha256(data).hexdigest()
    (folder / digest).write_bytes(data)
    return digest


def small_copy(picture):
    """The JPEG file of a picture of 320 pixels, which the picture becomes."""
    picture.draft(picture.mode, (320, 240))
    picture.thumbnail((320, 320))
    copy = io.BytesIO()
    picture.save(copy, "JPEG", quality=80)
    return copy.getvalue()


class Job:
    tables = "CREATE TABLE recipe (id PRIMARY KEY, title, ingredients, text, picture, small)"

    def __init__(self, base, folder, session):
        self.base, self.folder, self.session = base, folder, session
        self.waiting = asyncio.Queue(maxsize=4 * CONNECTIONS)
        self.rows = collections.defaultdict(list)

    async def body(self, url):
        async with self.session.get(url) as answer:
            answer.raise_for_status()
            return await answer.read()

    async def search(self, first, step, takers):
        page = first
        while found := orjson.loads(await self.body(f"{self.base}/api/search?q=all&page={page}"))["recipes"]:
            for recipe in found:
                await self.waiting.put(recipe["recipe_id"])
            page += step
        for _ in range(takers):
            await self.waiting.put(None)

    async def take(self):
        while (name := await self.waiting.get()) is not None:
            recipe = orjson.loads(await self.body(f"{self.base}/api/get?rId={name}"))["recipe"]
            page = await self.body(recipe["source_url"])
            picture = await self.body(recipe["image_url"])
            self.read(recipe, page.decode("utf-8", "replace"), picture)

    def read(self, recipe, page, picture):
        text = extract_plain_text(page)
        files = keep(self.folder, picture), keep(self.folder, small_copy(Image.open(io.BytesIO(picture))))
        row = recipe["recipe_id"], recipe["title"], orjson.dumps(recipe["ingredients"]), text, *files
        self.rows["recipe"].append(row)


async def work(kind, base, folder, number, processes):
    takers = max(1, CONNECTIONS // processes)
    connector = aiohttp.TCPConnector(limit=takers + 1)
    async with aiohttp.ClientSession(connector=connector) as session:
        job = kind(base, folder, session)
        await asyncio.gather(job.search(1 + number, processes, takers), *(job.take() for _ in range(takers)))
    catalog = sqlite3.connect(folder / f"catalog-{number}.sqlite")
    with catalog:
        catalog.executescript(job.tables)
        for table, rows in job.rows.items():
            places = ", ".join("?" * len(rows[0]))
            catalog.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
    catalog.close()
    return len(job.rows["recipe"])


def run(arguments):
    return uvloop.run(work(*arguments))


def main(kind=Job):
    base, folder, processes = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    with multiprocessing.Pool(processes) as pool:
        counts = pool.map(run, [(kind, base, folder, number, processes) for number in range(processes)], chunksize=1)
        pool.close()
        pool.join()
    print("recipes", sum(counts))


if __name__ == "__main__":
    main()
