"""Which names the server answers to, so that no other site's page can read it.

A page elsewhere whose own name is made to resolve to this server (DNS rebinding) would be of the same origin as its
answers; but its requests bear that name in `Host`. The server answers to the names of the loopback, the one that was
bound, those of `--allow-host`, and the address at which a connection arrived: a number resolves to nothing else.
"""

import re
from collections.abc import Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
NAME = re.compile(r"[a-z0-9_.-]+")
NAME_SHOWN_MAX = 80  # letters of a name in a message


def host_name(authority: str) -> str:
    """Return the name in `NAME`, `NAME:PORT`, an address, or `[IPV6]:PORT`, in one spelling; "" if it is none."""
    text = authority.strip().lower()
    try:
        return _address(text.strip("[]"))
    except ValueError:
        pass
    try:
        parts = urlsplit(f"//{text}")
        name, _ = parts.hostname or "", parts.port
        if parts.netloc != text or "@" in text:
            return ""
    except ValueError:
        return ""
    try:
        return _address(name)
    except ValueError:
        pass
    try:
        name = name.removesuffix(".").encode("idna").decode()
    except UnicodeError:
        return ""
    return name if NAME.fullmatch(name) else ""


def _address(text: str) -> str:
    """Return an IP address in its one spelling, without its zone; raise ValueError."""
    address = ip_address(text.partition("%")[0])
    return str(getattr(address, "ipv4_mapped", None) or address)


class Hosts:
    """The names that are answered to."""

    def __init__(self, bound: str, allowed: Iterable[str] = ()) -> None:
        self.names = {*LOOPBACK, host_name(bound), *map(host_name, allowed)} - {""}

    def refusal(self, scope: MutableMapping[str, Any]) -> tuple[int, str, str] | None:
        """Return the status, the code and the message for a request that is not meant for this server, or None."""
        headers = dict(scope["headers"])
        given = headers.get(b"host", b"").decode("latin-1")
        if not given:
            return 400, "400", "the request names no host"
        here = scope.get("server")
        names = self.names | ({host_name(str(here[0]))} if here else set())
        if host_name(given) not in names:
            shown = given[:NAME_SHOWN_MAX]
            return 421, "wrong host", f"this server does not answer to {shown}; serve --allow-host adds a name"
        origin = headers.get(b"origin", b"null").decode("latin-1")
        if origin != "null" and host_name(origin.partition("://")[2]) not in names:
            return 403, "wrong origin", "a page of another site asks; serve --allow-host adds a name"
        return None
