#!/usr/bin/env python3
"""Draws the sample site's pictures as SVG, dishes seen from above and a few landscapes, and encodes them with vips.

They go into Sources/C/CSamplePictures/Pictures. Their bytes are part of what the site serves: run this by
hand, and only when there shall be other pictures. With words, only the files whose names hold one of them are drawn.

Needs vips with SVG support (Debian: libvips-tools).
"""
import os
import subprocess
import sys
import tempfile

import dishes
import landscapes
from canvas import Canvas

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "../../Sources/C/CSamplePictures/Pictures")
# The width in pixels, the width to the height, and for JPEG its quality.
SHAPES = [(640, 4 / 3, 38), (690, 3 / 2, 38), (556, 1, 38)]
TALL = (496, 4 / 5, 38)
OPTIONS = {"jpg": "Q={},optimize-coding", "webp": "Q=45,effort=6", "png": "palette,bitdepth=4,dither=0,compression=9",
           "gif": "bitdepth=5,dither=0,effort=10"}
# The format of each dish's third picture; the other two are JPEGs.
THIRD = {"pasta": "webp", "soup": "png", "salad": "webp", "curry": "gif", "pie": "png", "stew": "webp", "cake": "gif",
         "pizza": "png"}


def draw(file, shape, paint):
    words = sys.argv[1:]
    if words and not any(word in file for word in words):
        return
    width, aspect, quality = shape
    canvas = Canvas(file, aspect)
    paint(canvas)
    with tempfile.NamedTemporaryFile("w", suffix=".svg") as svg:
        svg.write(canvas.finish(width))
        svg.flush()
        options = OPTIONS[file.split(".")[-1]].format(quality)
        subprocess.run(["vips", "flatten", svg.name, f"{os.path.join(FOLDER, file)}[strip,{options}]"], check=True)


for dish in dishes.ALL:
    name = dish.__name__
    draw(f"{name}-1.jpg", TALL if name in ("pasta", "pie") else SHAPES[0], lambda canvas: dish(canvas, 0))
    draw(f"{name}-2.jpg", SHAPES[1], lambda canvas: dish(canvas, 1))
    draw(f"{name}-3.{THIRD[name]}", SHAPES[2], lambda canvas: dish(canvas, 2))
for landscape in landscapes.ALL:
    name = landscape.__name__
    draw(name + (".webp" if name == "harbour" else ".jpg"), SHAPES[0], landscape)
