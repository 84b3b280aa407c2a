"""All sites by name."""

from __future__ import annotations

from sites import feeds, hugo, jekyll, python_apps, python_generators, wikis, wordpress
from sites.site import Site

FAMILIES = (wordpress, wikis, hugo, jekyll, python_generators, python_apps, feeds)
SITES: dict[str, type[Site]] = {site.name: site for family in FAMILIES for site in family.SITES}
#: The sites of the quick check: two static generators that are installed in seconds.
QUICK = ("hugo", "mkdocs-material")
