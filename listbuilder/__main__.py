"""``python -m listbuilder``."""

from listbuilder.cli import main

if __name__ == "__main__":
    main()
