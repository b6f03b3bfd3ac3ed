"""A stand-in for Botzone's local-AI interface on the loopback: long polls, matches against random moves, and mishaps.

    with StandInPlatform(matches=2) as platform:
        LocalAiLine(platform.url)

It checks every answer, so an illegal one is noticed. A match ends as on the site: the result is sent, but not the last
move. `mishaps` is a list that is used up poll by poll:

    None            all is well
    "drop before"   the connection breaks before the answers are read
    "drop after"    it breaks after they are read
    "hold"          it breaks after they are read, and after a while of silence
    "twice"         every request is sent again
    "abort"         the oldest match is aborted
    "502"           a server error
    "noise"         a reply that makes no sense
"""

import json
import random
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from engine.board import iterate_squares
from engine.coordinates import PASS, square_from_xy, square_to_xy
from protocol.game import Game

HOLD_SECONDS = 0.2
USER, SECRET = "5565ee11", "s3cr3t-of-mine"


class Match:
    """One match: the local AI in `slot`, random moves in the other slot."""

    def __init__(self, match_id, slot, style, seed):
        self.match_id, self.slot, self.style = match_id, slot, style
        self.game = Game()
        self.generator = random.Random(seed)
        self.pending = None  # the request that has not been answered
        self.sent = False
        self.result = None
        self.wrong = None
        self._advance()

    def answer(self, text):
        """Takes a response; ignores it if there is no request."""
        if self.pending is None or self.result is not None:
            return
        try:
            point = json.loads(text) if self.style == "json" else dict(zip("xy", map(int, text.split())))
            self.game.play(square_from_xy(point["x"], point["y"]))
        except (ValueError, KeyError) as error:
            self.wrong = "%s: %s" % (text, error)
            self.result = (0, 2) if self.slot == 0 else (2, 0)
            return
        self.pending = None
        self._advance()

    def _advance(self):
        while not self.game.over and self.game.colour != self.slot:
            self.game.play(self.generator.choice(list(iterate_squares(self.game.legal)) or [PASS]))
        if self.game.over:
            self.result = self.game.scores
            return
        x, y = square_to_xy(self.game.moves[-1] if self.game.moves else PASS)
        self.pending = json.dumps({"x": x, "y": y}) if self.style == "json" else "%d %d" % (x, y)
        self.sent = False


class StandInPlatform:
    """The server; `polls` counts the polls and `refused` lists headers that no platform would understand."""

    def __init__(self, matches=0, styles=("json",), mishaps=(), poll_seconds=0.1, start_refusals=0):
        self.mishaps, self.poll_seconds, self.start_refusals = list(mishaps), poll_seconds, start_refusals
        self.matches, self.told, self.refused, self.starts = {}, set(), [], []
        self.polls = 0
        self.lock = threading.Condition()
        for number in range(matches):
            self.add_match(number % 2, styles[number % len(styles)])
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.url = "http://127.0.0.1:%d/api/%s/%s/localai" % (self.server.server_port, USER, SECRET)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *ignored):
        self.server.shutdown()
        self.server.server_close()

    def add_match(self, slot, style="json"):
        match_id = "match%d" % len(self.matches)
        self.matches[match_id] = Match(match_id, slot, style, len(self.matches))
        return match_id

    def poll(self, headers, mishap):
        """The text of the reply to a poll."""
        for name, value in headers.items():
            if name.lower().startswith("x-match-"):
                match = self.matches.get(name[len("x-match-"):].lower())
                if match is None:
                    self.refused.append(name)
                else:
                    match.answer(value)
        if mishap == "abort":
            running = [match for match in self.matches.values() if match.result is None]
            if running:
                running[0].result = ()
        requests, results = self._news(mishap == "twice")
        lines = ["%d %d" % (len(requests), len(results))]
        for match in requests:
            match.sent = True
            lines += [match.match_id, match.pending]
        for match in results:
            self.told.add(match.match_id)
            lines.append(" ".join(map(str, [match.match_id, match.slot, len(match.result), *match.result])))
        return "\n".join(lines) + "\n"

    def has_news(self):
        return any(self._news(False))

    def _news(self, again):
        requests = [match for match in self.matches.values()
                    if match.result is None and match.pending and (again or not match.sent)]
        results = [match for match in self.matches.values()
                   if match.result is not None and match.match_id not in self.told]
        return requests, results

    def _handler(self):
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                parts = self.path.strip("/").split("/")
                if parts[:3] != ["api", USER, SECRET]:
                    self.reply(403, "no such user")
                elif parts[3:] == ["localai"]:
                    self.do_poll()
                elif parts[3:] == ["runmatch"]:
                    self.do_run_match()
                else:
                    self.reply(404, "nothing here")

            def do_poll(self):
                with platform.lock:
                    platform.polls += 1
                    mishap = platform.mishaps.pop(0) if platform.mishaps else None
                    if mishap in ("drop before", "502", "noise"):
                        if mishap == "502":
                            self.reply(502, "Bad Gateway")
                        elif mishap == "noise":
                            self.reply(200, "<html>one moment</html>")
                        return self.drop()
                    text = platform.poll(self.headers, mishap)
                    if text == "0 0\n":
                        platform.lock.wait_for(platform.has_news, platform.poll_seconds)
                        text = platform.poll({}, None)
                    if mishap == "hold":
                        time.sleep(HOLD_SECONDS)
                    if mishap in ("drop after", "hold"):
                        for match in platform.matches.values():
                            match.sent = False
                        platform.told.clear()
                        return self.drop()
                    return self.reply(200, text)

            def do_run_match(self):
                with platform.lock:
                    if platform.start_refusals:
                        platform.start_refusals -= 1
                        return self.reply(429, "too often")
                    slot = 0 if self.headers.get("X-Player-0") == "me" else 1
                    other = self.headers.get("X-Player-%d" % (1 - slot))
                    platform.starts.append((self.headers.get("X-Game"), slot, other))
                    match_id = platform.add_match(slot)
                    platform.lock.notify_all()
                    return self.reply(200, match_id)

            def reply(self, code, text):
                data = text.encode()
                try:
                    self.send_response(code)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except ConnectionError:  # the client has ended while its poll was waiting
                    self.drop()

            def drop(self):
                self.close_connection = True

            def log_message(self, *ignored):
                pass

        return Handler
