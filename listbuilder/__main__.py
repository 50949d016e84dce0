"""``python -m listbuilder``."""

from listbuilder.cli import main

main()
