"""The connection to the platform: GET requests with the standard library, and errors that never show the secret."""

import http.client
import urllib.error
import urllib.request
from typing import Dict, Optional

from protocol.live.local_ai_wire import (
    mask_secret,
    read_match_id,
    response_headers,
    run_match_headers,
    split_address,
)

#: The platform ends a poll without news; a poll that hangs longer than this is ended here.
POLL_SECONDS = 150.0
RUN_MATCH_SECONDS = 60.0
#: No reply of the interface is longer.
_LONGEST_ANSWER_BYTES = 1 << 20
#: Status codes that will not change next time; 429, which means "later", is not one of them.
_FINAL_CODES = (400, 401, 403, 404, 405, 410)


class LineError(Exception):
    """The platform was not reached or did not answer; `final` if trying again is useless."""

    def __init__(self, message: str, final: bool = False) -> None:
        super().__init__(message)
        self.final = final


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The address holds a secret, so it is sent to the user's host and nowhere else."""

    def redirect_request(self, *arguments: object) -> None:
        return None


class LocalAiLine:
    """One user's connection."""

    def __init__(self, url: str, poll_seconds: float = POLL_SECONDS) -> None:
        """ValueError if the address is malformed."""
        self._prefix, self._secret = split_address(url)
        self._poll_seconds = poll_seconds
        self._opener = urllib.request.build_opener(_NoRedirects)

    def __str__(self) -> str:
        return "%s/***/localai" % self._prefix

    __repr__ = __str__

    def poll(self, responses: Dict[str, str], seconds: Optional[float] = None) -> str:
        """Sends the answers and waits for news; LineError if that fails, and then the answers may be lost."""
        return self._get("localai", response_headers(responses), seconds or self._poll_seconds)

    def run_match(self, opponent: str, slot: int) -> str:
        """Starts a match in that slot against the bot with that id; returns the match id. LineError if that fails."""
        text = self._get("runmatch", run_match_headers(opponent, slot), RUN_MATCH_SECONDS)
        try:
            return read_match_id(text)
        except ValueError as error:
            raise LineError(self.mask(str(error))) from None

    def mask(self, text: str) -> str:
        """The text without the secret."""
        return mask_secret(text, self._secret)

    def _get(self, what: str, headers: Dict[str, str], seconds: float) -> str:
        failure: Optional[LineError] = None
        try:
            request = urllib.request.Request("%s/%s/%s" % (self._prefix, self._secret, what), headers=headers)
            with self._opener.open(request, timeout=seconds) as answer:
                return str(answer.read(_LONGEST_ANSWER_BYTES).decode("utf-8", "replace"))
        except urllib.error.HTTPError as error:
            failure = LineError("the platform answers %d %s" % (error.code, self.mask(str(error.reason))),
                                error.code in _FINAL_CODES)
            error.close()
        except (OSError, http.client.HTTPException, ValueError) as error:
            failure = LineError("%s: %s" % (type(error).__name__, self.mask(str(error))))
        raise failure  # outside `except`, so that its context is no exception with the address in it
