"""Compares what a larder holds, and what a site was asked for, with what the site has."""
