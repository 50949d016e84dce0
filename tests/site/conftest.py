"""A site that is built once."""

from tests.site.visiting import site

__all__ = ["site"]
