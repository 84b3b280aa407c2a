"""The dishes, each in three variants (0 to 2) that differ in colours, plate, table and cut."""
import math

from canvas import GOLDEN, curve, shade

BASIL, PARSLEY, TOMATO, CREAM = "#3d7f33", "#4c9440", "#c3291b", "#f4ead2"


def at(x, y, distance, angle):
    return x + distance * math.cos(angle), y + distance * math.sin(angle)


def pasta(c, v):
    x, y, r = [(400, 510, 350), (430, 290, 300), (380, 430, 340)][v]
    c.table(("stone", "wood", "cloth")[v], ("#43464a", "#a9744a", "#b9c4c2")[v])
    if v == 0:
        c.napkin(60, 470, 24, "#d9cdb8", "#a3443a")
    if v == 2:
        c.spoon(725, 250, 12)
    inner = c.plate(x, y, r, ("#e9e2d4", "#3f5a68", "#f1ece2")[v], .72, [(.93, ("#9c8f78", "#9fb7bf", "#5a7d94")[v])])
    c.surface(x, y, inner, ("#b8512c", "#7d9440", "#c9683a")[v])
    if v == 1:  # Penne with pesto.
        for px, py in c.spread(125, x, y, inner * .84):
            size = c.near(27, 3)
            c.add(f'<g transform="translate({px:.0f} {py:.0f}) rotate({c.near(0, 180):.0f}) scale({size / 27:.2f})">')
            tube = "M-46-15L46-15 58 15-34 15z"
            c.path(tube, "#2a1a08", 'opacity=".4" transform="translate(4 7)"')
            c.path(tube, c.down("#f7dd9a", "#e9c168", "#9b6a24"), 'stroke="#9b6a24" stroke-width="1.5"')
            c.path("M-38-8H46M-36 0H52M-34 8H54", "none", 'stroke="#a97930" stroke-width="1.4" opacity=".6"')
            c.add('<ellipse cx="52" rx="7" ry="13" fill="#6b4314"/></g>')
        c.specks(130, x, y, inner * .85, ["#3c6b22", "#55842d", "#2d5219"], 5)
    else:
        for px, py in c.spread(165, x, y, inner * .62):
            size, start = c.near(72, 25), c.near(0, 3.2)
            (ax, ay), (bx, by) = at(px, py, size, start), at(px, py, size, start + c.near(2, .5))
            d = f"M{ax:.0f} {ay:.0f}A{size:.0f} {size:.0f} 0 0 1 {bx:.0f} {by:.0f}"
            tone = c.pick(["#ecc671", "#e3b456", "#f0d288"])
            for colour, width, move in (("#5d3410", 17, 3), (shade(tone, -.25), 14, 0), (tone, 10, -1),
                                        (shade(tone, .45), 3, -3)):
                c.path(d, "none", f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
                                  f'transform="translate({move} {move})" opacity="{.55 if move == 3 else 1}"')
        for px, py in c.spread(16, x, y, inner * .42):
            c.blob(px, py, c.near(34, 8), ("#b93a1c", "", "#8f3520")[v], .25, 1, 'opacity=".93"')
    for px, py in c.spread(9, x, y, inner * .55):
        c.ball(px, py, c.near(24, 5), c.pick([TOMATO, "#d2401f", "#a81f17"]))
    c.herbs(6, x, y, inner * .5, 54, BASIL)
    for px, py in c.spread(26, x, y, inner * .7):
        c.blob(px, py, c.near(9, 5), "#fbf0cf", .3, .6)


def soup(c, v):
    x, y, r = [(410, 300, 262), (330, 310, 350), (400, 400, 335)][v]
    c.table(("cloth", "stone", "check")[v], ("#d8cdb9", "#51565c", "#6f8f4a")[v])
    if v != 1:
        c.napkin(*[(90, 120, -20), (0, 0, 0), (690, 690, 35)][v], "#7d8f84", "#e8e2d0")
    c.spoon(*[(735, 180, 8), (735, 270, -6), (95, 330, 14)][v])
    inner = c.plate(x, y, r, ("#4a4f52", "#efe9dd", "#8fb0b5")[v], .8, [(.91, ("#7a8084", "#b9a888", "#55777d")[v])])
    colour = ("#d9791d", "#8b9c33", "#a3293f")[v]
    c.surface(x, y, inner, colour)
    for turn, width in ((0, 17), (.5, 8)):  # A swirl of cream.
        d = curve([at(x, y, inner * (.12 + .052 * n), n * .62 + turn) for n in range(11)])
        for tone, move, size in (("#3a1a08", 4, width), (CREAM, 0, width)):
            c.path(d, "none", f'stroke="{tone}" stroke-width="{size}" stroke-linecap="round" '
                              f'opacity="{.25 if move else .95}" transform="translate({move} {move})"')
    for px, py in c.spread(70, x, y, inner * .85):
        c.circle(px, py, c.near(6, 4), shade(colour, .45), 'opacity=".45"')
    for px, py in c.spread((13, 9, 0)[v], x, y, inner * .5):  # Croutons.
        c.add(f'<g transform="translate({px:.0f} {py:.0f}) rotate({c.near(0, 90):.0f})">')
        c.path("M-22-20L20-23 24 20-20 23z", "#2a1404", 'opacity=".45" transform="translate(5 8)"')
        c.path("M-22-20L20-23 24 20-20 23z", c.round("#cf9650"), 'filter="url(#bump)" stroke="#7d4a17"')
        c.add("</g>")
    for px, py in c.spread((0, 26, 14)[v], x, y, inner * .6):
        c.ball(px, py, c.near(13, 3), ("", "#6fa03a", "#7d1630")[v])
    c.herbs(5, x, y, inner * .5, 46, PARSLEY)
    c.specks(60, x, y, inner * .75, ["#2c1a0a", "#4a2c10"], 3)
    for px, py in c.spread(22, x, y, inner * .4):
        c.leaf(px, py, 20, "#6b7a3a", None, .3)


def salad(c, v):
    x, y, r = [(400, 300, 290), (470, 340, 380), (400, 400, 335)][v]
    c.table(("wood", "cloth", "stone")[v], ("#c39a6b", "#c5cfd2", "#c9c4ba")[v])
    if v == 1:
        c.spoon(75, 240, 10, "#b98a52")
    inner = c.plate(x, y, r, ("#d7d2c6", "#f3efe6", "#33484a")[v], .82, [(.95, ("#8d8778", "#7c9a8a", "#5d7a7a")[v])])
    greens = (["#5f9a35", "#3f7a2a", "#86b548"], ["#3c6e2c", "#6da042", "#8c3b52"],
              ["#7fae45", "#a9c765", "#4d8434"])[v]
    for px, py in c.spread(110, x, y, inner * .95, .06):
        away = math.degrees(math.atan2(py - y, px - x))
        c.leaf(px, py, c.near(105, 22), c.pick(greens), away + 180 + c.near(0, 70), c.near(.42, .1))
    for px, py in c.spread((9, 6, 10)[v], x, y, inner * .72):  # Cucumber.
        size = c.near(40, 4)
        c.solid(c.outline(px, py, size, .03), "#35702c", 8)
        c.circle(px, py, size * .86, c.round("#dcebb6", .4))
        for seed in range(9):
            sx, sy = at(px, py, size * .45, seed * .7)
            c.add(f'<ellipse cx="{sx:.0f}" cy="{sy:.0f}" rx="6" ry="2.6" fill="#b9cf86" '
                  f'transform="rotate({seed * 40} {sx:.0f} {sy:.0f})"/>')
    for px, py in c.spread((13, 12, 7)[v], x, y, inner * .76):
        c.ball(px, py, c.near(29, 5), c.pick([(TOMATO, "#d9591b"), ("#6d1f3f", "#8c2a4c"), (TOMATO, "#e0a21f")][v]))
    for px, py in c.spread((7, 10, 12)[v], x, y, inner * .68):  # Radish, or cubes of cheese.
        if v == 0:
            c.solid(c.outline(px, py, 25, .05), "#c2294f", 6)
            c.circle(px, py, 21, c.round("#fbf3ef", .5))
        else:
            c.add(f'<g transform="rotate({c.near(0, 90):.0f} {px:.0f} {py:.0f})">')
            c.solid(f"M{px - 22:.0f} {py - 20:.0f}l40-4 6 40-42 6z", "#f6f1e4", 8)
            c.add("</g>")
    for px, py in c.spread((0, 14, 11)[v], x, y, inner * .7):
        c.blob(px, py, c.near(20, 4), ("", "#9a6232", "#c98f4e")[v], .3, .75)
    c.specks(70, x, y, inner * .8, ["#e9d9a8", "#2b2a1c", "#c9b47a"], 3.5)


def curry(c, v):
    x, y, r = [(400, 300, 280), (360, 300, 340), (410, 390, 330)][v]
    c.table(("wood", "stone", "check")[v], ("#5b3d2b", "#6b6e66", "#c07a2c")[v])
    if v == 1:
        c.spoon(745, 250, -10, "#c4a05a")
    inner = c.plate(x, y, r, ("#2f6f75", "#b98a4a", "#ece6da")[v], .83, [(.92, ("#8fc2c4", "#7a5522", "#b5532c")[v])])
    colour = ("#c9871c", "#a93c17", "#6f8a3a")[v]
    c.surface(x, y, inner, colour)
    side = (-.9, 2.6, .6)[v]
    c.inside(x, y, inner)
    rx, ry = at(x, y, inner * .62, side)
    c.blob(rx, ry, inner * .6, "#e6dcc2", .08, 1, "", 16)
    for px, py in c.spread(620, rx, ry, inner * .56, .05):  # Rice.
        tone, turn = c.pick(["#fffdf6", "#f3ead6", "#e8dcc0"]), c.near(0, 180)
        c.add(f'<g transform="translate({px:.0f} {py:.0f}) rotate({turn:.0f})"><ellipse cy="2.5" rx="12" ry="4.5" '
              f'fill="#8a7648" opacity=".5"/><ellipse rx="11.5" ry="4" fill="{tone}"/></g>')
    c.add("</g>")
    sx, sy = at(x, y, inner * .42, side + math.pi)
    for px, py in c.spread(34, sx, sy, inner * .52):
        c.blob(px, py, c.near(36, 7), c.pick([shade(colour, .15), shade(colour, -.2), "#c9742a"]), .2, .8,
               'filter="url(#bump)"')
    for px, py in c.spread((16, 40, 18)[v], sx, sy, inner * .45):
        c.ball(px, py, c.near(15, 3), ("#7fb03f", "#e3bd72", "#d9e3a0")[v])
    for px, py in c.spread(11, sx, sy, inner * .42):  # Rings of chilli.
        c.circle(px + 3, py + 5, 13, "none", 'stroke="#200" stroke-width="6" opacity=".4"')
        c.circle(px, py, 13, "#e8a06a", 'stroke="#c41f18" stroke-width="6"')
    c.herbs(7, sx, sy, inner * .38, 40, PARSLEY)
    c.herbs(1, rx, ry, 12, 44, PARSLEY)
    c.specks(50, rx, ry, inner * .4, ["#3a2413", "#7a5a2a"], 3)


def pie(c, v):
    x, y, r = [(400, 500, 345), (420, 320, 340), (400, 400, 345)][v]
    c.table(("wood", "cloth", "check")[v], ("#8a5a36", "#93a3a8", "#b8402f")[v])
    if v == 1:
        c.napkin(70, 480, 14, "#efe7d6", "#b0473b")
    inner = c.plate(x, y, r, ("#e9e2d2", "#c9553a", "#8d9aa0")[v], .93)
    c.surface(x, y, inner, "#c98c42", "bump")
    dough = ("#d9a45c", "#dcae68", "#cf9448")[v]
    count = 46
    for bead in range(count):  # The crimped edge.
        px, py = at(x, y, inner * .92, bead * 2 * math.pi / count)
        c.add(f'<g transform="rotate({bead * 360 / count + 25:.0f} {px:.0f} {py:.0f})">')
        c.add(f'<ellipse cx="{px:.0f}" cy="{py:.0f}" rx="{inner * .085:.0f}" ry="{inner * .06:.0f}" '
              f'fill="{c.round(dough)}" stroke="{shade(dough, -.5)}" stroke-opacity=".5"/></g>')
    core = inner * .83
    fruit = (["#7a1230", "#951b3d", "#5a0d2a"], ["#c98a2e", "#b56f22"], ["#2b2350", "#3b2f6b", "#501f4f"])[v]
    c.surface(x, y, core, shade(fruit[0], -.25))
    c.inside(x, y, core)
    for px, py in c.spread(120, x, y, core):
        c.ball(px, py, c.near(24, 3), c.pick(fruit))
    if v == 1:  # A closed crust with cuts and leaves of dough.
        c.circle(x, y, core, c.round(dough, .3), 'filter="url(#bump)"')
        for cut in range(7):
            (ax, ay), (bx, by) = (at(x, y, core * d, cut * 2 * math.pi / 7) for d in (.38, .8))
            d = f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"
            for width, tone in ((22, "#f0cf94"), (12, "#5c2a0c")):
                c.path(d, "none", f'stroke="{tone}" stroke-width="{width}" stroke-linecap="round"')
        for leaf in range(7):
            c.leaf(*at(x, y, core * .06, leaf * .9), core * .3, "#c58438", leaf * 360 / 7 + 25, .36)
        for px, py in c.spread(5, x, y, core * .09):
            c.ball(px, py, 17, "#b56a26")
    else:
        for turn in ((35, -35) if v == 0 else (0, 90)):
            c.add(f'<g transform="rotate({turn} {x} {y})">')
            for strip in range(-4, 5):
                sy = y + strip * core * .24
                c.rect(x - core, sy - 10, core * 2, core * .12, "#1a0704", 'opacity=".5"')
                c.rect(x - core, sy - 18, core * 2, core * .115, c.down(shade(dough, .35), dough, shade(dough, -.35)),
                       'filter="url(#bump)"')
            c.add("</g>")
    c.add("</g>")
    c.specks(160, x, y, inner * .9, ["#fff4dc", "#fdeecb"], 2.6)


def stew(c, v):
    x, y, r = [(400, 300, 275), (400, 310, 325), (420, 380, 330)][v]
    c.table(("stone", "wood", "cloth")[v], ("#8c8a84", "#70492f", "#6f7d74")[v])
    if v != 2:  # The handles of a pot.
        iron = ("#2c4f6b", "#a33526")[v]
        for side in (-1, 1):
            look = f'rx="42" stroke="{shade(iron, -.15)}" stroke-width="30" filter="url(#drop)"'
            c.rect(x + side * r * 1.05 - 50, y - 70, 100, 140, "none", look)
        inner = c.plate(x, y, r, iron, .88, [(.94, shade(iron, .4))])
    else:
        c.napkin(110, 640, -28, "#e6dcc8", "#54708a")
        inner = c.plate(x, y, r, "#ddd0b8", .8, [(.9, "#8a6a42")])
    c.surface(x, y, inner, ("#7d3d1a", "#9c4a1d", "#5f3218")[v])
    for px, py in c.spread(62, x, y, inner * .86):
        kind = int(c.random.random() * 5)
        if kind < 2:
            c.blob(px, py, c.near(40, 7), c.pick(["#6e3a1e", "#7f4524", "#8f5430"]), .22, .8, 'filter="url(#bump)"')
        elif kind == 2:
            c.blob(px, py, c.near(38, 5), "#e2bf74", .14, .8)
        elif kind == 3:
            size = c.near(32, 4)
            c.solid(c.outline(px, py, size, .05), "#e07a1e", 8)
            c.circle(px, py, size * .52, "#f0a04a", 'opacity=".7"')
        else:
            c.ball(px, py, c.near(22, 4), ("#6c9a3b", "#b5342a", "#e6d9ae")[v])
    for px, py in c.spread(60, x, y, inner * .85):
        c.circle(px, py, c.near(7, 4), "#f0b45a", 'opacity=".4"')
    if v == 2:
        for px, py in c.spread(5, x, y, inner * .5):
            c.blob(px, py, 66, "#efe3c4", .08, .9, 'filter="url(#bump)"')
    c.herbs(9, x, y, inner * .6, 40, PARSLEY)
    for px, py in c.spread(4, x, y, inner * .5):
        for step in range(8):
            for side in (-1, 1):
                c.leaf(px + step * 11, py - step * 7, 24, "#5d7a4a", -35 + side * 55, .34)


def cake(c, v):
    x, y, r = [(400, 290, 250), (420, 320, 300), (400, 390, 300)][v]
    c.table(("stone", "wood", "check")[v], ("#b9b4ad", "#b88a5e", "#5f8f86")[v])
    if v == 1:
        c.napkin(80, 130, 20, "#dfe5e2", "#6d8f8a")
    c.plate(x, y + 8, r * 1.22, ("#f3efe8", "#e7d9c2", "#5d6d78")[v], .97, [(.92, "#c9b27a")])
    icing, side = (("#4a2415", "#2c140b"), ("#fbf1dc", "#d9a75c"), ("#e9a3ae", "#c9727f"))[v]
    c.circle(x, y + 34, r, side, 'filter="url(#drop)"')
    c.circle(x, y, r, c.round(icing, .3), 'filter="url(#liquid)"')
    c.circle(x, y, r - 4, "none", f'stroke="{shade(icing, .5)}" stroke-width="6" opacity=".6"')
    for ring in range(12, 92, 9):  # The marks of the spatula.
        c.circle(x, y, r * ring / 100, "none", f'stroke="{shade(icing, -.3)}" stroke-width="2.5" opacity=".3"')
    start = (.5, 2.2, 1.2)[v]  # The cut of the first slice.
    for cut in (start, start + .75):
        bx, by = at(x, y, r, cut)
        c.path(f"M{x} {y}L{bx:.0f} {by:.0f}", "none", f'stroke="{shade(side, -.45)}" stroke-width="6" opacity=".75"')
    count = (14, 12, 16)[v]
    for dot in range(count):
        px, py = at(x, y, r * .8, dot * 2 * math.pi / count)
        swirl = ("#8a5232", "#fffaf0", "#fff3ee")[v]
        for size in (36, 27, 18, 9):
            c.blob(px - (36 - size) * .15, py - (36 - size) * .3, size, shade(swirl, (9 - size) / 200), .1, 1, "", 3)
        c.ball(px - 5, py - 12, 16, c.pick([["#b3122d", "#c92038"], ["#3a3f7d", "#4a2f6b"], ["#b3122d", "#7a1230"]][v]))
    for px, py in c.spread((26, 30, 22)[v], x, y, r * .42):
        c.ball(px, py, c.near(24, 5), c.pick([["#a8142c", "#c2263a", "#31305e"], ["#31356b", "#46306b", "#b3263a"],
                                              ["#c2203c", "#d9405a"]][v]))
    for px, py in c.spread(8, x, y, r * .42):
        c.leaf(px, py, 44, "#5aa04a", None, .45)
    c.specks(120, x, y, r * .92, [("#8a5230", "#d9b27a"), ("#e8c25a", "#c99a3a"), ("#fff", "#f7d26a")][v], 3)


def pizza(c, v):
    x, y, r = [(400, 300, 280), (380, 330, 370), (400, 400, 345)][v]
    c.table(("wood", "stone", "check")[v], ("#6d4a33", "#3d4043", "#3f6d8a")[v])
    if v == 2:
        c.circle(x, y, r * 1.08, c.round("#b98a55"), 'filter="url(#drop)"')
    c.add('<g filter="url(#drop)"><g filter="url(#rough)">')
    c.circle(x, y, r, c.round("#d39a4e", .2), 'filter="url(#bump)"')
    c.add("</g></g>")
    for spot in range(26):
        c.blob(*at(x, y, r * c.near(.93, .04), spot * GOLDEN), c.near(16, 9), "#6b3a16", .3, .7,
               'opacity=".55" filter="url(#soft)"', 0)
    c.add('<g filter="url(#rough)">')
    c.circle(x, y, r * .85, ("#b3301a", "#a62f18", "#efe0b4")[v], 'filter="url(#liquid)"')
    c.add("</g>")
    for px, py in c.spread((26, 44, 34)[v], x, y, r * .76):  # Cheese.
        c.blob(px, py, c.near(40, 12), c.pick(["#f7e7bd", "#f2d999", "#fbf2d9"]), .28, .85, 'opacity=".95"', 3)
        c.circle(px + 8, py - 4, c.near(10, 5), "#c9893a", 'opacity=".4"')
    for cut in range(4):
        (ax, ay), (bx, by) = (at(x, y, r * .99, cut * math.pi / 4 + .3 + turn) for turn in (0, math.pi))
        c.path(f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}", "none", 'stroke="#4a1c0a" stroke-width="4" opacity=".55"')
    for px, py in c.spread((11, 17, 13)[v], x, y, r * .68):
        if v == 1:  # Salami.
            c.solid(c.outline(px, py, 42, .05), "#a8321f", 7)
            c.circle(px, py, 36, c.round("#c04a2c", .25), 'filter="url(#bump)"')
            c.specks(7, px, py, 28, ["#e8a88a"], 3)
        elif v == 0:
            c.ball(px, py, c.near(27, 4), c.pick([TOMATO, "#d33f22"]))
        else:  # Mushrooms.
            c.add(f'<g transform="translate({px:.0f} {py:.0f}) rotate({c.near(0, 180):.0f})">')
            c.solid("M-38 6C-40-40 40-40 38 6 30 16 14 12 10 8L12 36H-12L-10 8C-14 12-30 16-38 6z", "#d9c4a0", 6)
            c.path("M-28 4Q0-14 28 4", "none", 'stroke="#7a5a3a" stroke-width="5" opacity=".7"')
            c.add("</g>")
    for px, py in c.spread((0, 14, 16)[v], x, y, r * .7):  # Olives.
        c.circle(px + 3, py + 5, 13, "none", 'stroke="#200" stroke-width="9" opacity=".4"')
        c.circle(px, py, 13, "none", 'stroke="#2f2a35" stroke-width="9"')
    for px, py in c.spread((13, 7, 16)[v], x, y, r * .66):
        c.leaf(px, py, c.near(64, 10), BASIL, None, (.45, .45, .25)[v])
    c.specks(90, x, y, r * .78, ["#3a5a22", "#7a2413"], 3)


ALL = [pasta, soup, salad, curry, pie, stew, cake, pizza]
