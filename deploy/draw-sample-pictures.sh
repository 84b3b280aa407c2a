#!/usr/bin/env bash
# Draws the sample site's pictures, a plate of food on a wooden table, into Sources/Programs/SampleSite/Pictures/Fixtures.
# Their bytes are part of what the site serves, so this is run by hand, and only when there shall be other pictures.
#
# Needs awk and vips with SVG support (Debian: libvips-tools).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../Sources/Programs/SampleSite/Pictures/Fixtures"
svg=$(mktemp --suffix .svg)
trap 'rm -f "$svg"' EXIT

# draw FILE WIDTH HEIGHT TABLE FOOD GARNISH OPTIONS: one picture; colours as SVG has them, options as the encoder has them.
draw() {
    awk -v width="$2" -v height="$3" -v table="$4" -v food="$5" -v garnish="$6" 'BEGIN {
        radius = (width < height ? width : height) * 0.4
        x = width / 2
        y = height / 2
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" width "\" height=\"" height "\">"
        print "<linearGradient id=\"t\" x2=\"0\" y2=\"1\"><stop stop-color=\"" table "\"/><stop offset=\"1\" stop-color=\"#3a281c\"/></linearGradient>"
        print "<rect width=\"100%\" height=\"100%\" fill=\"url(#t)\"/>"
        for (line = 120; line < height; line += 120) print "<rect y=\"" line "\" width=\"100%\" height=\"2\" fill=\"#2a1c12\"/>"
        print "<circle cx=\"" x + 8 "\" cy=\"" y + 12 "\" r=\"" radius "\" fill=\"#1a120c\"/>"
        print "<circle cx=\"" x "\" cy=\"" y "\" r=\"" radius "\" fill=\"#f0e9dc\" />"
        print "<circle cx=\"" x "\" cy=\"" y "\" r=\"" radius * 0.75 "\" fill=\"#d9d0c0\"/>"
        for (piece = 1; piece <= 14; piece++) {  # at the golden angle, so that they spread evenly
            distance = radius * 0.6 * sqrt(piece / 14)
            px = x + distance * cos(piece * 2.39996)
            py = y + distance * sin(piece * 2.39996)
            size = radius * (0.14 + 0.02 * (piece % 4))
            print "<circle cx=\"" px "\" cy=\"" py "\" r=\"" size "\" fill=\"" (piece % 3 ? food : garnish) "\"/>"
            print "<circle cx=\"" px - size / 3 "\" cy=\"" py - size / 3 "\" r=\"" size / 5 "\" fill=\"#fff\"/>"
        }
        print "</svg>"
    }' >"$svg"
    vips flatten "$svg" "$1[strip,$7]"
}

draw stew.jpg 640 480 '#a5764a' '#b5502a' '#d9a441' Q=40,optimize-coding
draw berries.jpg 480 640 '#6d7f92' '#7a2f5a' '#32437a' Q=40,optimize-coding
draw pie.png 720 480 '#9a6a3c' '#c98a3a' '#7a4a20' palette,bitdepth=4,dither=0
draw cake.gif 640 480 '#a08060' '#5a3420' '#c04a30' bitdepth=3,dither=0
draw soup.webp 768 576 '#86684c' '#e08a2c' '#4f7a3a' Q=50
