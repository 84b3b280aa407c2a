"""Writes Sources/Content/HTML/Names/KnownNames.swift and ForeignNames.swift: the names whose ids are constants.

Run from the repository root: python3 Tests/Proof/Benchmarks/HTMLParserBenchmark/Scripts/generate_names.py
"""
import re, textwrap

ELEMENTS = """
html head body title base basefont bgsound link meta style script noscript template noframes frame frameset
p div span a b big code em font i s small strike strong tt u nobr
address article aside blockquote center details dialog dir dl fieldset figcaption figure footer header hgroup main menu
nav ol search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext
button marquee object applet table caption colgroup col tbody tfoot thead tr td th
area br embed img image keygen wbr input param source track hr textarea xmp iframe noembed
select option optgroup selectedcontent rb rtc rp rt ruby math svg
label legend abbr acronym audio video canvas picture map q cite dfn del ins sub sup time var kbd samp mark data datalist
output progress meter slot bdi bdo isindex menuitem
mi mo mn ms mtext annotation-xml mglyph malignmark mrow mfrac msup msub
desc path g use rect circle line polygon polyline ellipse defs symbol mask filter stop text tspan
""".split()

ATTRIBUTES = """
id class href src name content property rel type value alt width height lang action method color face size encoding
http-equiv charset itemprop itemscope itemtype itemid itemref role hidden start reversed colspan rowspan align valign
bgcolor border cellpadding cellspacing datetime for placeholder checked selected disabled multiple open loading decoding
fetchpriority tabindex typeof vocab resource about prefix datatype rev crossorigin integrity async defer nonce srcset
sizes media target srclang shape coords usemap background nowrap scope headers onclick onload async-src
aria-label aria-hidden aria-labelledby aria-describedby aria-expanded aria-controls aria-haspopup
data-id data-src data-srcset data-sizes data-type data-name data-value data-url data-action data-title
xmlns viewbox d fill stroke stroke-width x y x1 y1 x2 y2 cx cy r rx ry points transform version focusable
definitionurl xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title xlink:type xml:lang xml:space
xmlns:xlink actuate arcrole show space xlink
""".split()

# Known for speed alone: no code compares with them.
WITHOUT_CONSTANT = set("""
output isindex menuitem mrow mfrac msup msub path g use rect circle line polygon polyline ellipse tspan action method
valign bgcolor border cellpadding cellspacing for placeholder loading decoding
fetchpriority tabindex vocab resource about prefix datatype rev crossorigin integrity async defer nonce sizes
target srclang shape coords usemap background headers onclick onload async-src aria-label aria-labelledby
aria-describedby aria-expanded aria-controls aria-haspopup data-id data-src data-srcset data-sizes data-type data-name
data-value data-url data-action data-title viewbox d fill stroke stroke-width x y x1 y1 x2 y2 cx cy r rx ry points
transform version focusable definitionurl xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title
xlink:type xml:lang xml:space xmlns:xlink actuate arcrole show space xlink
""".split())

# The two case tables of the standard: lower-case name to the name in the tree.
SVG_TAGS = """altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood
feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath""".split()
SVG_ATTRIBUTES = """attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode
filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust
limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits
patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY
repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset
stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget
xChannelSelector yChannelSelector zoomAndPan""".split()

PREFIXED = [n for n in ATTRIBUTES if re.match("xlink:|xml:|xmlns", n)]

names = []
for n in ELEMENTS + ATTRIBUTES:
    if n not in names:
        names.append(n)

RESERVED = {"var", "for", "class", "defer", "open", "in", "is", "as", "switch", "default", "init", "self", "static",
    "struct", "import", "case", "async"}

def camel(n):
    parts = re.split(r"[-:]", n)
    return parts[0] + "".join(p[:1].upper() + p[1:] for p in parts[1:])

def blob(words):
    return "\n".join("        " + l for l in textwrap.wrap(" ".join(words), 112, break_on_hyphens=False))

root = "Sources/Content/HTML/Names/"
with open(root + "KnownNames.swift", "w") as f:
    f.write("// Generated by Tests/Proof/Benchmarks/HTMLParserBenchmark/Scripts/generate_names.py; do not edit.\n\n")
    f.write("enum KnownNames {\n    /// The known names in the order of their ids, the first having the id 1.\n    static let list = \"\"\"\n")
    f.write(blob(names))
    f.write('\n        """\n')
    f.write(f"\n    /// The count of names in ``list``.\n    static let count = {len(names)}\n}}\n\n")
    f.write("// swift-format-ignore: AllPublicDeclarationsHaveDocumentation\nextension NameID {\n")
    for i, n in enumerate(names, 1):
        if n in WITHOUT_CONSTANT: continue
        c = camel(n)
        if c in RESERVED: c = f"`{c}`"
        f.write(f"    @inlinable public static var {c}: NameID {{ NameID(rawValue: {i}) }}\n")
    f.write("}\n")

with open(root + "ForeignNames.swift", "w") as f:
    f.write("// Generated by Tests/Proof/Benchmarks/HTMLParserBenchmark/Scripts/generate_names.py; do not edit.\n\n")
    f.write("/// Names that are others on foreign elements (HTML standard, 13.2.6.5).\nenum ForeignNames {\n")
    f.write("    /// Elements of SVG: the tokenizer gives the name in lower case, the tree has it as written here.\n    static let svgElements = \"\"\"\n")
    f.write(blob(SVG_TAGS) + '\n        """\n\n')
    f.write("    /// Attributes of SVG, likewise.\n    static let svgAttributes = \"\"\"\n")
    f.write(blob(SVG_ATTRIBUTES) + '\n        """\n\n')
    f.write("    /// Attributes that get a namespace on foreign elements, with their prefixes.\n    static let prefixedAttributes = \"\"\"\n")
    f.write(blob(PREFIXED) + '\n        """\n\n')
    f.write("    /// The attribute of MathML that has capital letters.\n    static let mathMLAttributes = \"definitionURL\"\n}\n")
print(len(names), "names")
