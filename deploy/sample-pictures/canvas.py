"""An SVG canvas with the things that stand on a table: plates, spoons, cloths, leaves, berries, crusts."""
import math
import random

GOLDEN = math.pi * (3 - math.sqrt(5))
# Light comes from the upper left. "bump" gives a surface relief, "rough" an uneven edge, "drop" a soft shadow.
FILTERS = """
<filter id="drop" x="-20%" y="-20%" width="150%" height="150%"><feGaussianBlur in="SourceAlpha" stdDeviation="11"/>
<feOffset dx="9" dy="13"/><feColorMatrix values="0 0 0 0 .07 0 0 0 0 .04 0 0 0 0 .02 0 0 0 .62 0"/>
<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
<filter id="soft"><feGaussianBlur stdDeviation="7"/></filter>
<filter id="rough"><feTurbulence baseFrequency=".03" numOctaves="2" seed="3"/>
<feDisplacementMap in="SourceGraphic" scale="14" xChannelSelector="R" yChannelSelector="G"/></filter>
""" + "".join(f"""<filter id="{name}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency="{frequency}" numOctaves="{octaves}" seed="{seed}"/>
<feDiffuseLighting surfaceScale="{height}" diffuseConstant="1.15"><feDistantLight azimuth="235" elevation="60"/>
</feDiffuseLighting><feComposite in2="SourceGraphic" operator="in"/><feBlend in2="SourceGraphic" mode="multiply"/>
</filter>""" for name, frequency, octaves, seed, height in [
    ("bump", ".04", 3, 4, 4), ("liquid", ".02", 2, 7, 3), ("wood", ".002 .045", 2, 8, 3.4), ("stone", ".012", 4, 5, 3),
    ("cloth", ".25", 1, 2, .8)])


def shade(colour, amount):
    """A colour nearer to white (up to 1) or to black (down to -1)."""
    parts = [int(colour[place:place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(p + ((255 if amount > 0 else 0) - p) * abs(amount)):02x}" for p in parts)


def curve(points):
    """The path of a smooth line along points."""
    return f"M{points[0][0]:.0f} {points[0][1]:.0f}" + "".join(
        f"Q{a[0]:.0f} {a[1]:.0f} {(a[0] + b[0]) / 2:.0f} {(a[1] + b[1]) / 2:.0f}"
        for a, b in zip(points[1:], points[2:]))


class Canvas:
    """An SVG of 800 units in width, filled piece by piece."""

    def __init__(self, name, aspect):
        self.height = round(800 / aspect)
        self.random = random.Random(name)
        self.defs, self.body, self.known = [FILTERS], [], {}

    def near(self, middle, spread):
        return middle + (self.random.random() * 2 - 1) * spread

    def pick(self, values):
        return values[int(self.random.random() * len(values))]

    def add(self, text):
        self.body.append(text)

    def gradient(self, kind, stops, extra=""):
        """The paint of a gradient: (offset, colour) pairs, made once."""
        key = (kind, tuple(stops), extra)
        if key not in self.known:
            self.known[key] = f"g{len(self.known)}"
            inner = "".join(f'<stop offset="{at}" stop-color="{colour[:7]}" stop-opacity="'
                            f'{int(colour[7:] or "ff", 16) / 255:.2f}"/>' for at, colour in stops)
            self.defs.append(f'<{kind}Gradient id="{self.known[key]}" {extra}>{inner}</{kind}Gradient>')
        return f"url(#{self.known[key]})"

    def round(self, colour, light=.35):
        """A paint that makes a shape look rounded."""
        stops = [(0, shade(colour, light)), (.5, colour), (1, shade(colour, -.42))]
        return self.gradient("radial", stops, 'cx=".38" cy=".34" r=".72"')

    def down(self, *colours):
        return self.gradient("linear", [(i / (len(colours) - 1), c) for i, c in enumerate(colours)], 'x2="0" y2="1"')

    def circle(self, x, y, r, fill, extra=""):
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" {extra}/>')

    def path(self, d, fill="none", extra=""):
        self.add(f'<path d="{d}" fill="{fill}" {extra}/>')

    def rect(self, x, y, w, h, fill, extra=""):
        self.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" {extra}/>')

    def solid(self, d, colour, lift=5, extra=""):
        """A rounded shape with its shadow and a rim of light."""
        self.path(d, "#1a0f06", f'opacity=".38" transform="translate({lift * .7:.1f} {lift})"')
        edge = shade(colour, .4)
        self.path(d, self.round(colour), f'stroke="{edge}" stroke-opacity=".45" stroke-width="1.2" {extra}')

    def ball(self, x, y, r, colour, shine=True):
        self.solid(f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 1 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 1 {-2 * r:.1f} 0z",
                   colour, r * .28)
        if shine:
            self.add(f'<ellipse cx="{x - r * .35:.1f}" cy="{y - r * .42:.1f}" rx="{r * .26:.1f}" ry="{r * .15:.1f}" '
                     f'fill="#fff" opacity=".75" transform="rotate(-40 {x - r * .35:.1f} {y - r * .42:.1f})"/>')

    def outline(self, x, y, r, lumps=.16, squash=1.0, turn=0.0, corners=8):
        """The path of an uneven round shape."""
        points = []
        for corner in range(corners):
            angle, reach = corner * 2 * math.pi / corners, r * self.near(1, lumps)
            a, b = reach * math.cos(angle), reach * math.sin(angle) * squash
            points.append((x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn)))
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1])]
        curves = "".join(f"Q{p[0]:.1f} {p[1]:.1f} {m[0]:.1f} {m[1]:.1f}" for p, m in zip(points, middles))
        return f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}{curves}z"

    def blob(self, x, y, r, colour, lumps=.16, squash=1.0, extra="", lift=None):
        d = self.outline(x, y, r, lumps, squash, self.near(0, 3.2))
        self.solid(d, colour, r * .25 if lift is None else lift, extra)

    def leaf(self, x, y, length, colour, turn=None, width=.42):
        """A leaf with its veins, from its stalk on."""
        turn = self.near(0, 180) if turn is None else turn
        w = length * width
        half = f"M0 0C{length * .25:.1f} {-w:.1f} {length * .75:.1f} {-w * .9:.1f} {length:.1f} 0"
        whole = half + f"C{length * .7:.1f} {w * .9:.1f} {length * .25:.1f} {w:.1f} 0 0z"
        veins = "".join(f"M{length * part:.1f} 0l{length * .14:.1f} {side * w * .45:.1f}"
                        for part in (.2, .4, .6) for side in (-1, 1))
        self.add(f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">')
        self.path(whole, "#101a08", 'opacity=".35" transform="translate(3 5)"')
        self.path(whole, self.round(colour, .2))
        self.path(half + "z", "#fff", 'opacity=".13"')
        self.path(f"M0 0H{length * .92:.1f}" + veins, "none", f'stroke="{shade(colour, .5)}" stroke-opacity=".6"')
        self.add("</g>")

    def spread(self, count, x, y, r, jitter=.12):
        """Places that fill a circle evenly, from the outside to the middle."""
        start = self.near(0, 3)
        for number in range(count, 0, -1):
            reach, angle = r * math.sqrt((number - .5) / count), number * GOLDEN + start
            yield self.near(x + reach * math.cos(angle), r * jitter), self.near(y + reach * math.sin(angle), r * jitter)

    def specks(self, count, x, y, r, colours, size=3.0):
        for px, py in self.spread(count, x, y, r, .3):
            self.circle(px, py, self.near(size, size * .5), self.pick(colours), 'opacity=".85"')

    def herbs(self, count, x, y, r, size=38, colour="#3f8a34"):
        for px, py in self.spread(count, x, y, r, .3):
            turn = self.near(0, 180)
            for part in (-55, 0, 55):
                self.leaf(px, py, self.near(size, size * .15) * (1 if part == 0 else .8), colour, turn + part, .4)

    def inside(self, x, y, r):
        """Starts a group that ends at a circle; `</g>` closes it."""
        self.defs.append(f'<clipPath id="c{len(self.defs)}"><circle cx="{x}" cy="{y}" r="{r}"/></clipPath>')
        self.add(f'<g clip-path="url(#c{len(self.defs) - 1})">')

    # Tables and what stands on them

    def table(self, kind, colour):
        if kind == "wood":
            for number, y in enumerate(range(-30, self.height, 132)):
                tone = shade(colour, (-.12, .08, -.04, .12, -.08)[number % 5])
                self.add(f'<g transform="translate({-number * 90} {y})">')
                self.rect(0, 0, 1700, 130, tone, 'filter="url(#wood)"')
                self.add('<path d="M0 131H1700" stroke="#170d06" stroke-width="4" opacity=".7"/></g>')
        elif kind == "check":
            self.rect(0, 0, 800, self.height, shade(colour, .82))
            for line in range(20, 1000, 100):
                self.rect(line, 0, 50, self.height, colour, 'opacity=".42"')
                self.rect(0, line, 800, 50, colour, 'opacity=".42"')
        else:
            self.rect(0, 0, 800, self.height, colour, f'filter="url(#{kind})"')

    def napkin(self, x, y, turn, colour, stripe):
        self.add(f'<g transform="translate({x} {y}) rotate({turn})" filter="url(#drop)"><g filter="url(#cloth)">')
        self.rect(-130, -210, 260, 420, colour)
        for line in (-105, -88, 88, 105):
            self.rect(line - 4, -210, 8, 420, stripe, 'opacity=".8"')
        self.add('</g><path d="M-10-210L30 210M60-210L-70 210" stroke="#000" stroke-width="9" opacity=".07"/></g>')

    def spoon(self, x, y, turn, metal="#c9ccce"):
        paint = self.gradient("linear", [(0, shade(metal, .6)), (.5, metal), (1, shade(metal, -.4))])
        self.add(f'<g transform="translate({x} {y}) rotate({turn})" filter="url(#drop)">')
        self.path("M-7 60C-5 150-12 260-13 330q13 14 26 0C12 260 5 150 7 60z", paint)
        self.add(f'<ellipse rx="38" ry="64" fill="{paint}"/><ellipse cx="-4" cy="-3" rx="27" ry="50" '
                 f'fill="{self.round(shade(metal, -.15), .7)}"/></g>')

    def plate(self, x, y, r, colour, rim=.7, rings=()):
        """A plate or a bowl; gives the radius of its inside."""
        self.circle(x, y, r, self.round(colour, .25), 'filter="url(#drop)"')
        across = self.gradient("linear", [(0, shade(colour, .5)), (1, shade(colour, -.3))], 'x2="1" y2="1"')
        self.circle(x, y, r - 3, "none", f'stroke="{across}" stroke-width="6"')
        for ring, tone in rings:
            self.circle(x, y, r * ring, "none", f'stroke="{tone}" stroke-width="{r * .018:.1f}" opacity=".8"')
        inner = self.gradient("linear", [(0, shade(colour, -.45)), (.55, shade(colour, -.08)), (1, shade(colour, .15))],
                              'x2="1" y2="1"')
        self.circle(x, y, r * rim, inner)
        return r * rim

    def surface(self, x, y, r, colour, filter="liquid"):
        """A liquid or a crust that fills a bowl, with a shadow of the bowl's edge."""
        self.inside(x, y, r)
        self.circle(x, y, r + 4, colour, f'filter="url(#{filter})"')
        self.circle(x, y, r, "none", f'stroke="{shade(colour, -.5)}" stroke-width="{r * .07:.1f}" opacity=".55"')
        self.circle(x + r * .04, y + r * .06, r * 1.04, "none",
                    f'stroke="#000" stroke-width="{r * .13:.1f}" opacity=".4" filter="url(#soft)"')
        self.add("</g>")

    def finish(self, width):
        """The whole picture with the light of a window on it."""
        stops = [(0, "#fff4dc38"), (.45, "#ffffff00"), (1, "#0a05004c")]
        self.rect(0, 0, 800, self.height, self.gradient("radial", stops, 'cx=".3" cy=".22" r=".95"'))
        height = round(width * self.height / 800)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 800 {self.height}"><defs>{"".join(self.defs)}</defs>{"".join(self.body)}</svg>')
