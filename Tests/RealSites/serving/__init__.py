"""Servers on this machine: of static files, in front of other programs, and one that has nothing."""
