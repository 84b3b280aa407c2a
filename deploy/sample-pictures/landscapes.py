"""Calm landscapes for the news."""
import math

from canvas import curve, shade


def sky(c, *colours):
    c.rect(0, 0, 800, c.height, c.down(*colours))


def clouds(c, y, colour, count=7):
    for _ in range(count):
        x, w, place = c.near(400, 430), c.near(120, 60), c.near(y, 45)
        for part in range(4):
            c.add(f'<ellipse cx="{x + part * w * .35:.0f}" cy="{place + c.near(0, 7):.0f}" rx="{w:.0f}" '
                  f'ry="{c.near(13, 6):.0f}" fill="{colour}" opacity=".35" filter="url(#soft)"/>')


def hill(c, y, height, colour, steps=9, foot=None):
    points = [(n * 800 / steps - 50, y - abs(c.near(0, height))) for n in range(steps + 3)]
    c.path(curve(points) + f"L900 {c.height + 20}L-50 {c.height + 20}z", c.down(colour, foot or shade(colour, -.3)))


def water(c, y, colours, glint):
    c.rect(0, y, 800, c.height - y, c.down(*colours))
    for _ in range(240):
        depth = c.random.random() ** 1.6
        c.rect(c.near(400, 430), y + 3 + depth * (c.height - y), 14 + 70 * depth, 1 + 3 * depth, glint,
               f'rx="2" opacity="{c.near(.3, .22):.2f}"')


def boat(c, x, y, size, hull, sail=None):
    c.add(f'<g transform="translate({x} {y}) scale({size})">')
    c.path("M-58 14H58L44 60H-44z", hull, 'transform="translate(0 14)" opacity=".22" filter="url(#soft)"')
    c.path("M-3-92H3V4H-3z", "#4a3527")
    c.path("M0-88L52-10H0z" if sail else "M0-84L40 0M0-84L-46 0", sail or "none", 'stroke="#4a3527" stroke-width="1.5"')
    c.path("M-24-22H22V2H-24z", c.down("#f4efe4", "#cfc5b2"))
    c.path("M-16-16h10v9h-10zM2-16h10v9H2z", "#38505c")
    c.path("M-66 0Q0 12 70-6Q62 24 44 30H-46Q-60 18-66 0z", c.down(shade(hull, .3), hull, shade(hull, -.4)))
    c.path("M-64 4Q0 17 68-1", "none", 'stroke="#fff" stroke-width="3" opacity=".8"')
    c.add("</g>")


def house(c, x, y, w, h, wall, roof):
    c.rect(x, y - h, w, h, c.gradient("linear", [(0, shade(wall, .15)), (1, shade(wall, -.2))]))
    gable = f"M{x - 4} {y - h}L{x + w / 2} {y - h - w * .5:.0f}L{x + w + 4} {y - h}z"
    c.path(gable, c.down(shade(roof, .2), shade(roof, -.2)))
    for row in range(int(h // 42)):
        for column in range(max(int(w // 30), 1)):
            left, top = x + 10 + column * 28, y - h + 12 + row * 40
            c.rect(left, top, 14, 21, c.pick(["#3d4f5a", "#4f626b", "#f0cf86"]), 'stroke="#fff" stroke-opacity=".7"')
    c.rect(x + w * .42, y - 27, 15, 27, shade(roof, -.35))


def harbour(c):
    sky(c, "#7fb0cf", "#d6e6ea", "#f3ead8")
    clouds(c, 90, "#ffffff")
    hill(c, 235, 95, "#8fa9a5")
    hill(c, 270, 75, "#6f8f78")
    x = -12
    while x < 800:
        w = int(c.near(62, 14))
        walls = ["#e9dcc2", "#c96f55", "#e3b25a", "#8fb0b8", "#f1ece2", "#b98a8a"]
        house(c, x, 318, w, int(c.near(96, 34)), c.pick(walls), c.pick(["#8a4a38", "#59616b", "#a0563c"]))
        x += w
    c.rect(0, 316, 800, 26, c.down("#a59b8a", "#6d6458"))
    water(c, 340, ("#6fa0ab", "#3d7486", "#214e63"), "#e6f2f0")
    for x, y, size, hull, sail in [(150, 372, .7, "#2f5f86", None), (420, 392, .85, "#a33a2c", "#f3e6cc"),
                                   (660, 380, .75, "#3c6a4d", None), (250, 480, 1.35, "#b5482f", None),
                                   (610, 505, 1.5, "#27526e", "#f7efe0")]:
        boat(c, x, y, size, hull, sail)


def market(c):
    sky(c, "#a8c6d6", "#f0e6d2")
    x = -20
    while x < 800:
        w = int(c.near(120, 18))
        house(c, x, 400, w, int(c.near(255, 35)), c.pick(["#d9c7a8", "#c48a6a", "#b9a58c", "#e3d2ae"]),
              c.pick(["#7d4a38", "#5d5a58"]))
        x += w
    c.rect(0, 396, 800, c.height, c.down("#b5a68e", "#7f705c"))
    for row, (y, size) in enumerate([(400, .75), (560, 1.15)]):
        for stall in range(4 if row == 0 else 3):
            cloth = [("#b8352a", "#f6ecd8"), ("#2f6f5a", "#f3ead6"), ("#d9932c", "#fbf3df"), ("#355f86", "#f1ead9")][
                (stall * 3 + row) % 4]
            c.add(f'<g transform="translate({-40 + row * -30 + stall * 300 * size:.0f} {y}) scale({size})">')
            c.path("M-10 20Q130 60 290 20z", "#000", 'opacity=".3" filter="url(#soft)"')
            c.path("M14-150h7V10h-7zM252-150h7V10h-7z", "#5a4030")
            c.rect(10, -60, 255, 72, c.down("#9a6f46", "#5d3f26"))
            for crate in range(4):
                c.rect(16 + crate * 62, -74, 57, 30, c.down("#c99a62", "#8a6238"), 'stroke="#4a3018"')
                fruit = [["#c92f22", "#d9502a"], ["#e8a21f", "#f0bb3a"], ["#6f9a2f", "#8fb544"], ["#6a2550", "#84306a"]]
                for ball in range(14):
                    c.ball(24 + crate * 62 + ball % 7 * 7, -76 - ball // 7 * 8, 8, c.pick(fruit[(crate + stall) % 4]))
            for stripe in range(10):
                c.path(f"M{20 + stripe * 23.5} -196h23.5l{(stripe - 4) * 2.5} 60q-13 22-27 0z", cloth[stripe % 2])
            c.path("M20-196H255L262-132H10z", c.down("#ffffff50", "#00000040"))
            c.add("</g>")


def orchard(c):
    sky(c, "#8fbcd9", "#e9e6cf", "#f7e3b0")
    c.circle(600, 150, 190, c.gradient("radial", [(0, "#fff6d0"), (.3, "#ffe9a870"), (1, "#ffe9a800")]))
    clouds(c, 110, "#fffaf0", 5)
    hill(c, 300, 70, "#9fb59a")
    hill(c, 340, 60, "#7d9f63")
    hill(c, 390, 30, "#9db552", foot="#4f7a30")
    for row in range(5):
        y, size = 372 + row * row * 13 + row * 16, .3 + row * .22
        for tree in range(-6, 7):
            x = 400 + (tree + row % 2 * .5) * 215 * size + c.near(0, 8)
            if not -80 < x < 880:
                continue
            c.add(f'<g transform="translate({x:.0f} {y}) scale({size:.2f})">')
            c.add('<ellipse cx="26" cy="4" rx="70" ry="14" fill="#1c3010" opacity=".4" filter="url(#soft)"/>')
            c.path("M-8 4Q-2-30-6-60H6Q2-30 9 4z", "#5d4430")
            for leafage in range(26):
                angle = leafage * 2.4
                reach = math.sqrt(leafage / 6)
                left, up = 27 * reach * math.cos(angle), -84 + 24 * reach * math.sin(angle)
                c.blob(left, up, 21, c.pick(["#4f8a34", "#659d3f", "#3f7430", "#7fae4b"]), .15, .9, "", 4)
            for fruit in range(11):
                c.circle(c.near(0, 52), c.near(-82, 40), 5.5, c.round("#c9352a"))
            c.add("</g>")


def pier(c):
    sky(c, "#33406b", "#a8607d", "#f2a065", "#f8cf8a")
    clouds(c, 130, "#7a4a70")
    clouds(c, 220, "#ffd9a0", 5)
    line = int(c.height * .55)
    glow = [(0, "#fff0b8"), (.18, "#ffe39a"), (.2, "#ffc97070"), (1, "#ffb05000")]
    c.circle(400, line - 20, 230, c.gradient("radial", glow))
    hill(c, line, 34, "#5a4a70", 12)
    water(c, line, ("#e09468", "#96587a", "#2c3560"), "#ffdf9e")
    for step in range(34):
        y = line + 4 + step * step * .34
        c.rect(400 - 34 - c.near(step * 1.4, 14), y, 68 + step * 2.4, 2 + step * .1, "#ffe7a8", 'rx="2" opacity=".55"')
    bottom = c.height + 10
    c.path(f"M372 {line + 6}H428L640 {bottom}H160z", c.down("#6b4a4a", "#3f2c34", "#2a1d26"))
    y, gap = line + 8.0, 3.0
    while y < bottom:
        half = 28 + (y - line) / (bottom - line) * 212
        c.rect(400 - half, y, half * 2, 1 + gap * .12, "#160d14", 'opacity=".8"')
        c.rect(400 - half, y + 1 + gap * .12, half * 2, gap * .1, "#f0b48a", 'opacity=".35"')
        y, gap = y + gap, gap * 1.17
    for post in range(5):
        part = (post / 4.6) ** 1.9
        y, half, tall = line + 10 + part * (bottom - line), 32 + part * 212, 26 + part * 170
        for side in (-1, 1):
            c.rect(400 + side * half - 3 - part * 11, y - tall, 6 + part * 22, tall * 1.3, c.down("#6b4650", "#1d141d"))
            c.circle(400 + side * half, y - tall, 4 + part * 14, c.round("#7d5358"))


ALL = [harbour, market, orchard, pier]
