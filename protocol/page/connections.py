"""The connections of the page's server, limited in number and in time.

When there are too many, the oldest connection whose request is still incomplete gives way to a new one. So slow or
silent clients keep nobody out.
"""

import socket
from threading import Lock
from time import monotonic
from typing import Dict, Set


class Connections:
    """All open connections. Every method may be called from any thread."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self._at_once, self._seconds = at_once, seconds
        self._since: Dict[socket.socket, float] = {}  # in the order in which they came
        self._heard: Set[socket.socket] = set()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._since)

    def admit(self, connection: socket.socket) -> bool:
        """Admits it, dropping another if necessary; False if all others are being answered."""
        with self._lock:
            if len(self._since) >= self._at_once:
                slowest = next((other for other in self._since if other not in self._heard), None)
                if slowest is None:
                    return False
                self._forget(slowest)
            self._since[connection] = monotonic()
            return True

    def hear(self, connection: socket.socket) -> None:
        """Notes that its whole request was read."""
        with self._lock:
            if connection in self._since:
                self._heard.add(connection)

    def leave(self, connection: socket.socket) -> None:
        """Notes that it is closed."""
        with self._lock:
            self._since.pop(connection, None)
            self._heard.discard(connection)

    def sweep(self) -> None:
        """Hangs up on connections that have lasted too long."""
        with self._lock:
            latest = monotonic() - self._seconds
            for connection in [connection for connection, since in self._since.items() if since < latest]:
                self._forget(connection)

    def _forget(self, connection: socket.socket) -> None:
        del self._since[connection]
        self._heard.discard(connection)
        try:
            connection.shutdown(socket.SHUT_RDWR)  # its thread sees the end
        except OSError:  # gone already
            pass
