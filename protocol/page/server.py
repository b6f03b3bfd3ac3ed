"""Serves the page and the games behind it to this machine alone.

The files are those of the folder `static`, the rest is `protocol.page.api`; a bad request is answered with
`{"error": "one line"}`. The server listens on the loopback address and refuses requests under another name or
from another site's page, so that no page elsewhere can reach it through the browser.
"""

import os
import socket
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import ThreadingMixIn
from typing import Any, Callable, Dict, Optional, Tuple
from urllib.parse import urlsplit

from protocol.json_text import read_json
from protocol.page.api import HTML_KIND, Api, HttpReply, NoSuchPathError, WrongMethodError, json_reply
from protocol.page.connections import Connections
from protocol.page.html_export import PAGE_FOLDER
from protocol.page.lobby import Lobby
from protocol.page.open_game import StaleVersionError
from protocol.page.refusal import Refusal

LOOPBACK = "127.0.0.1"
#: The server stays below this, however many games are begun: few engines remember their trees (`engine_player`).
MEMORY_MB = 512
BODY_BYTES = 8 << 20
CONNECTIONS_AT_ONCE = 64
#: A client is disconnected after this much silence, or when answering its request takes this long.
SILENCE_SECONDS, REQUEST_SECONDS = 15.0, 30.0

_SCRIPTS = ("words.en", "words.zh", "language", "element", "rules", "game", "texts", "board", "graph", "review",
            "notices", "players", "status", "evaluation", "history", "viewer", "settings", "dialogs", "server",
            "actions", "play")
_FILES = {
    "/": ("index.html", HTML_KIND),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
    **{"/%s.js" % name: (name + ".js", "text/javascript; charset=utf-8") for name in _SCRIPTS},
}

_HEADERS = (
    ("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
     "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)


class RequestError(Exception):
    """A request that is refused, with a status and one line about it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class PageServer(ThreadingMixIn, HTTPServer):
    """Serves the page and the games of a lobby."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, lobby: Lobby, port: int = 0, defaults: Optional[Dict[str, Any]] = None,
                 request_seconds: float = REQUEST_SECONDS) -> None:
        """Port 0 is any free one; OSError if the port is taken. `defaults` fill in the form for a new game."""
        self.lobby = lobby
        self.api = Api(lobby, defaults or {})
        self.connections = Connections(CONNECTIONS_AT_ONCE, request_seconds)
        super().__init__((LOOPBACK, port), _Handler)

    @property
    def url(self) -> str:
        """The address of the page."""
        return "http://%s:%d/" % (LOOPBACK, self.server_port)

    @property
    def hosts(self) -> Tuple[str, ...]:
        """The host names that a request may use."""
        return tuple("%s:%d" % (name, self.server_port) for name in (LOOPBACK, "localhost"))

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begins a thread for the connection, or hangs up if there are too many."""
        if self.connections.admit(request):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.connections.leave(request)

    def service_actions(self) -> None:
        self.connections.sweep()
        self.lobby.sweep()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints an error of the server; a browser that hangs up or stays silent is not one."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, socket.timeout)):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: PageServer
    timeout = SILENCE_SECONDS
    server_version, sys_version = "Reversi", ""

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_HEAD(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody wants to read a line for each poll."""

    def send_error(self, code: int, message: Optional[str] = None, explain: Optional[str] = None) -> None:
        """What the base class refuses by itself: unknown methods and broken requests."""
        status = 405 if code == 501 else int(code)
        self._send(_error(status, "unknown method" if status == 405 else message or "bad request"))

    def _answer(self, work: Callable[[], HttpReply]) -> None:
        try:
            self._check_origin()
            reply = work()
        except RequestError as error:
            reply = _error(error.status, str(error))
        except NoSuchPathError:
            reply = _error(404, "no such page: %.80s" % self.path)
        except KeyError:
            reply = _error(404, "no such game: it was forgotten, or the server has been restarted", "forgotten")
        except WrongMethodError as error:
            reply = _error(405, str(error))
        except StaleVersionError as error:
            reply = _error(409, str(error))
        except Refusal as error:
            reply = _error(400, str(error), error.code, error.values)
        except ValueError as error:
            reply = _error(400, str(error))
        except Exception as error:  # a bug of ours: the browser hears of it, stderr shows where it is
            self.server.handle_error(self.request, self.client_address)
            reply = _error(500, "server error: %s" % type(error).__name__)
        self._send(reply)

    def _send(self, reply: HttpReply) -> None:
        self.send_response(reply.status)
        for name, value in _HEADERS:
            self.send_header(name, value)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.body)))
        if reply.file_name:
            self.send_header("Content-Disposition", 'attachment; filename="%s"' % reply.file_name)
        if reply.status == 405:
            self.send_header("Allow", "GET, HEAD, POST")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    def _check_origin(self) -> None:
        """Refuses a request that is meant for another host or comes from another site's page."""
        if self.headers.get("Host", "") not in self.server.hosts:
            raise RequestError(403, "wrong host: expected %s" % self.server.hosts[0])
        origins = [None] + ["http://" + host for host in self.server.hosts]
        site = self.headers.get("Sec-Fetch-Site", "none")
        if self.headers.get("Origin") not in origins or site not in ("none", "same-origin"):
            raise RequestError(403, "requests from other sites are refused")

    def _get(self) -> HttpReply:
        self.server.connections.hear(self.connection)
        url = urlsplit(self.path)
        if url.path in _FILES:
            name, kind = _FILES[url.path]
            with open(os.path.join(PAGE_FOLDER, name), "rb") as stream:
                return HttpReply(200, stream.read(), kind)
        if url.path.startswith("/api/"):
            return self.server.api.get(url.path.split("/")[2:], url.query)
        raise NoSuchPathError

    def _post(self) -> HttpReply:
        path = urlsplit(self.path).path
        if path.startswith("/api/"):
            return self.server.api.post(path.split("/")[2:], self._read_body)
        raise WrongMethodError("this takes GET") if path in _FILES else NoSuchPathError()

    def _read_body(self) -> Dict[str, Any]:
        if self.headers.get("Content-Type", "").split(";")[0].strip().lower() != "application/json":
            raise RequestError(415, "expected the content type application/json")
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            raise RequestError(411, "expected a Content-Length")
        if int(length) > BODY_BYTES:
            raise RequestError(413, "too long: at most %d bytes are read" % BODY_BYTES)
        data = self.rfile.read(int(length))
        self.server.connections.hear(self.connection)
        try:
            body = read_json(data.decode("utf-8"))
        except ValueError as error:
            raise RequestError(400, "bad JSON: %s" % error) from None
        if not isinstance(body, dict):
            raise RequestError(400, "bad JSON: expected an object")
        return body


def _error(status: int, message: str, code: str = "", values: Optional[Dict[str, Any]] = None) -> HttpReply:
    """What is wrong, in English; with a code also in the words of the page."""
    return json_reply(dict({"error": message}, **({"code": code, "values": values or {}} if code else {})), status)
