"""The sites, one module for each family of software."""
