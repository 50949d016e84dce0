"""The data that come with the program, read once for all tests of a process."""

from listbuilder.loading.library import Library

LIBRARY = Library()
