"""Addresses of this machine, as others on its network write them."""

from __future__ import annotations

import socket
from contextlib import suppress
from urllib.parse import urlsplit

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
WILDCARDS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - to know them, not to listen there
ELSEWHERE = (socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")
"""Addresses for documentation (RFC 5737, RFC 3849), which nobody has."""


def reachable_hosts(host: str) -> list[str]:
    """List the hosts at which a server can be reached, loopback first.

    Nothing is sent: the system is asked for the address from which it would send.
    """
    if host not in WILDCARDS:
        return [host]
    found = ["127.0.0.1"]
    for family, address in ELSEWHERE[: 2 if host == "::" else 1]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((address, 9))
            found.append(asked.getsockname()[0])
    return list(dict.fromkeys(found))


def url_to(host: str, port: int) -> str:
    """Write the address of a server's first page."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def shared_base(seen: str, host: str, public_url: str) -> tuple[str, bool]:
    """Give the beginning of shared links, and whether other machines can open them.

    Args:
        seen: the address in the player's browser, without its path.
        host: the host that the server listens on.
        public_url: the address of a published builder; empty for none.
    """
    if public_url:
        return f"{public_url.rstrip('/')}/", True
    here = urlsplit(seen)
    if here.hostname not in LOOPBACK:
        return seen, True
    others = [one for one in reachable_hosts(host) if one not in LOOPBACK]
    if others and here.port:
        return url_to(others[0], here.port), True
    return seen, False
