"""Serves streamable HTTP on a loopback address, for clients that cannot start a process.

The index holds private code, so: loopback addresses only, and every request must carry a Host (and, from a browser, an
Origin) of this very server, or any web page could read the repository by rebinding a DNS name.
"""
from __future__ import annotations

import errno
import ipaddress
import socket
import sys
import webbrowser
from collections.abc import Sequence

from coderag.errors import StateError, UsageError

ENDPOINT = "/mcp"
_EXAMPLE = "coderag serve --http 127.0.0.1:8123"


def parse_address(text: str) -> tuple[str, int]:
    """``HOST:PORT`` to a loopback host and a port. ``[::1]:8123`` works too; names other than localhost do not."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise UsageError(f"--http: cannot read {text!r}", f"Write HOST:PORT, for example {_EXAMPLE}")
    return loopback(host.strip("[]")), int(port)


def loopback(host: str) -> str:
    """``host`` as a loopback address, or a UsageError."""
    if host.lower() == "localhost":
        return "127.0.0.1"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        raise UsageError(
            f"--http: {host!r} is not an IP address; of names only localhost is served", f"For example {_EXAMPLE}"
        ) from None
    if not address.is_loopback:
        raise UsageError(
            f"--http: {host} can be reached from other machines, and the index holds private code",
            f"Use a loopback address, for example {_EXAMPLE}",
        )
    return str(address)


def listen(host: str, port: int) -> socket.socket:
    """A bound socket. Binding here, not in the web server, gives a clear line when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen()
    except OSError as exc:
        sock.close()
        if exc.errno == errno.EADDRINUSE:
            raise StateError(f"port {port} on {host} is in use", "Stop the other server or choose another port") from exc
        raise StateError(f"cannot listen on {host}:{port}: {exc.strerror}", "Choose another address or port") from exc
    return sock


def allowed_names(host: str, port: int) -> list[str]:
    """Host headers that mean this server. Exact ports: a wildcard would let any local page pass."""
    literal = f"[{host}]" if ":" in host else host
    names = dict.fromkeys((literal, "127.0.0.1", "localhost", "[::1]"))
    return [f"{name}:{port}" for name in names] + (list(names) if port == 80 else [])


def run(paths: Sequence[str], host: str, port: int, browser: bool = False) -> int:
    """Serves until interrupted. With ``browser`` the page is opened in the person's browser."""
    sock = listen(loopback(host), port)
    host, port = sock.getsockname()[:2]

    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from coderag.server import page
    from coderag.server.app import build
    from coderag.server.repositories import Repositories

    repositories = Repositories(paths)
    names = allowed_names(host, port)
    app = build(repositories).streamable_http_app(
        streamable_http_path=ENDPOINT,
        # No session state of ours is worth keeping: each request stands alone, and clients survive a restart.
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=names,
            allowed_origins=[f"http://{name}" for name in names],
        ),
        host=host,
    )
    app.router.routes.extend(page.routes(repositories, names))
    sys.stderr.write(f"coderag: serving {', '.join(repositories.by_name)} on http://{names[0]}{ENDPOINT}, page http://{names[0]}/ (Ctrl-C stops)\n")
    if browser:  # the socket listens already: the page waits for the first answer
        webbrowser.open(f"http://{names[0]}/")
    try:
        uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[sock])
    finally:
        repositories.close()
        sock.close()
    return 0
