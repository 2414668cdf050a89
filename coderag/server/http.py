"""Serves streamable HTTP on a loopback address, for clients that cannot start a process.

The index holds private code, so: loopback addresses only, and every request must carry a Host (and, from a browser, an
Origin) of this very server, or any web page could read the repository by rebinding a DNS name. A token keeps other
users of the same machine out.
"""
from __future__ import annotations

import base64
import errno
import hmac
import ipaddress
import socket
import sys
import webbrowser
from collections.abc import Iterable, Sequence

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


def checked_token(token: str) -> str:
    """``token`` if it can stand in a header, or a UsageError."""
    if not token or not all("!" <= letter <= "~" for letter in token):
        raise UsageError("--http-token: a token is printable ASCII without spaces", "For example that of: openssl rand -hex 16")
    return token


class TokenRequired:
    """An ASGI application that passes on to another only the requests of who knows the token.

    Clients send ``Authorization: Bearer TOKEN``. A browser asks the person, who gives any name and the token as password.
    """

    def __init__(self, app, token: str) -> None:
        self._app, self._token = app, token.encode("ascii")

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http" and not self._known(scope["headers"]):
            headers = [(b"www-authenticate", b"Bearer"), (b"www-authenticate", b'Basic realm="coderag"'),
                       (b"content-type", b"text/plain; charset=utf-8")]  # fmt: skip
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": b"a token is needed: Authorization: Bearer TOKEN\n"})
            return
        await self._app(scope, receive, send)

    def _known(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        given = [value for name, value in headers if name == b"authorization"]
        scheme, _, secret = (given[0] if len(given) == 1 else b"").partition(b" ")
        if scheme.lower() == b"basic":
            try:
                secret = base64.b64decode(secret, validate=True).partition(b":")[2]
            except ValueError:
                return False
        elif scheme.lower() != b"bearer":
            return False
        return hmac.compare_digest(secret, self._token)


def run(
    paths: Sequence[str], host: str, port: int, browser: bool = False, token: str | None = None, overlay: bool = True
) -> int:
    """Serves until interrupted. With ``browser`` the page is opened in the person's browser; with ``token``, only who
    knows it is answered."""
    if token is not None:
        checked_token(token)
    sock = listen(loopback(host), port)
    host, port = sock.getsockname()[:2]

    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from coderag.server import page
    from coderag.server.app import build
    from coderag.server.repositories import Repositories

    repositories = Repositories(paths, overlay)
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
    if token is not None:
        app = TokenRequired(app, token)
    if browser:  # the socket listens already: the page waits for the first answer
        webbrowser.open(f"http://{names[0]}/")
    try:
        uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run(sockets=[sock])
    finally:
        repositories.close()
        sock.close()
    return 0
