"""The server as a browser, and as an attacker, sees it: real requests over the loopback address."""

import base64
import http.client
import json
import socket
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.coordinates import squares_to_transcript
from protocol.judging.bot_names import Opponents
from protocol.page.html_export import read_page_file
from protocol.page.lobby import Lobby
from protocol.page.server import BODY_BYTES, CONNECTIONS_AT_ONCE, PageServer
from protocol.records.record_reader import read_record
from tests.recordings import wthor
from tests.records.test_record import FINISHED
from tests.thinkers import PatientThinker, QuickThinker, wait_until


def serve(thinker, **options):
    server = PageServer(Lobby(Opponents(make_thinker=thinker)), 0, {"colour": "white"}, **options)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def server():
    running = serve(QuickThinker)
    yield running
    running.shutdown()
    running.lobby.close()
    running.server_close()


def ask(server, method, path, body=None, headers=None, raw=None):
    """(status, JSON value or text, headers)."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    sent = {"Content-Type": "application/json"} if body is not None or raw is not None else {}
    sent.update(headers or {})
    connection.request(method, path, raw if raw is not None else None if body is None else json.dumps(body), sent)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    value = json.loads(text) if text and "json" in answer.headers["Content-Type"] else text
    return answer.status, value, answer.headers


def begin(server, players=("person", "person"), **more):
    status, value, _ = ask(server, "POST", "/api/games", dict({"players": players, "seconds": 60}, **more))
    assert status == 200, value
    return value["key"], value["state"]


# -- the page


def test_the_server_listens_on_the_loopback_address_alone(server):
    assert server.server_address[0] == "127.0.0.1"
    assert server.url == "http://127.0.0.1:%d/" % server.server_port


def test_every_file_that_the_page_names_is_served(server):
    status, page, headers = ask(server, "GET", "/")
    assert status == 200 and page == read_page_file("index.html") and "text/html" in headers["Content-Type"]
    names = [part.split('"')[0] for mark in ('src="', 'href="') for part in page.split(mark)[1:]]
    assert "play.js" in names and "style.css" in names
    for name in names:
        assert ask(server, "GET", "/" + name)[0] == 200, name


def test_every_answer_has_the_headers_that_keep_the_page_to_itself(server):
    for path in ("/", "/api/options", "/nowhere"):
        headers = ask(server, "GET", path)[2]
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"
        assert headers["Cache-Control"] == "no-store" and "Python" not in headers["Server"]


def test_the_page_learns_whom_to_play(server):
    value = ask(server, "GET", "/api/options")[1]
    assert [(opponent["name"], opponent["kind"]) for opponent in value["opponents"]][7:10] == [
        ("master", "level"), ("bot", "engine"), ("random", "sample")]
    assert value["opponents"][0]["level"] == {"seconds": 0.02, "simulations": 1, "randomness": 150.0}
    assert value["defaults"] == {"colour": "white"}


def test_a_pasted_position_is_opened_for_study(server):
    position = "-" * 27 + "OX------XO" + "-" * 27 + " O"
    data = base64.b64encode(position.encode()).decode()
    status, value, _ = ask(server, "POST", "/api/records", {"name": "", "data": data})
    assert status == 200 and value["games"] == []
    game = value["state"]["game"]
    assert (game["seats"], game["first"], game["start"]) == (["person", "person"], 1, position)
    key = begin(server, ["person", "bot"], position=position)[0]
    assert ask(server, "POST", "/api/games/%s/resign" % key, {"version": 1})[0] in (200, 409)


def test_a_hint_and_a_resignation_are_commands(server):
    key, _ = begin(server)
    assert ask(server, "POST", "/api/games/%s/hint" % key, {"on": True})[1]["hint"]["ply"] == 0
    status, state, _ = ask(server, "POST", "/api/games/%s/resign" % key, {"version": 1})
    assert status == 200 and state["game"]["result"]["reason"] == "resigned" and state["game"]["over"]


def test_head_is_get_without_the_body(server):
    status, text, headers = ask(server, "HEAD", "/style.css")
    assert (status, text) == (200, "") and int(headers["Content-Length"]) > 1000


# -- a game


def test_a_game_is_played_by_commands(server):
    key, state = begin(server, ["person", "bot"])
    assert state["game"]["seats"] == ["person", "bot"] and state["version"] == 1
    status, state, _ = ask(server, "POST", "/api/games/%s/move" % key, {"version": 1, "square": "f5"})
    assert status == 200 and state["game"]["moves"][0] == "f5"
    wait_until(lambda: ask(server, "GET", "/api/games/" + key)[1]["version"] == 3)
    status, state, _ = ask(server, "POST", "/api/games/%s/undo" % key, {"version": 3})
    assert status == 200 and state["game"]["moves"] == []
    status, state, _ = ask(server, "POST", "/api/games/%s/analysis" % key, {"on": True, "ply": None})
    assert status == 200 and state["analysis"]["ply"] == 0
    assert ask(server, "POST", "/api/games/%s/review" % key, {"seconds": 0.1})[0] == 200
    assert ask(server, "POST", "/api/games/%s/review" % key, {"seconds": None})[0] == 200
    assert ask(server, "POST", "/api/games/%s/pause" % key, {"version": 4, "paused": True})[1]["paused"]


def test_a_poll_leaves_out_what_the_page_knows(server):
    key, _ = begin(server)
    assert "game" not in ask(server, "GET", "/api/games/%s?version=1" % key)[1]
    for query in ("", "?version=", "?version=2", "?version=x", "?version=" + 5000 * "9"):
        assert "game" in ask(server, "GET", "/api/games/%s%s" % (key, query))[1]


def test_many_clicks_from_many_tabs_make_one_move(server):
    key, _ = begin(server)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda square: ask(server, "POST", "/api/games/%s/move" % key, {
            "version": 1, "square": square})[0], ("c4", "d3", "e6", "f5") * 4))
    assert sorted(answers) == [200] + 15 * [409]
    assert len(ask(server, "GET", "/api/games/" + key)[1]["game"]["moves"]) == 1


def test_the_server_answers_while_bots_think():
    server = serve(PatientThinker)
    try:
        keys = [begin(server, ["bot", "bot"])[0] for _ in range(6)]
        for key in keys:
            state = ask(server, "GET", "/api/games/" + key)[1]
            assert state["thinking"]["colour"] == "black" and state["version"] == 1
    finally:
        server.shutdown()
        server.lobby.close()
        server.server_close()


def test_a_game_goes_on_from_moves_that_are_given(server):
    _, state = begin(server, moves="f5d6c3")
    assert state["game"]["moves"] == ["f5", "d6", "c3"]


def test_a_game_is_saved_as_a_page_and_as_a_record(server):
    key, _ = begin(server, moves=squares_to_transcript(FINISHED))
    status, page, headers = ask(server, "GET", "/api/games/%s/page" % key)
    assert status == 200 and page.startswith("<!DOCTYPE html>") and "reversi.html" in headers["Content-Disposition"]
    status, value, headers = ask(server, "GET", "/api/games/%s/record" % key)
    record = read_record("memory", 1, value)
    assert status == 200 and record.game.moves == FINISHED and record.problems == []


# -- records


def send_record(server, name, data, **more):
    return ask(server, "POST", "/api/records", dict({"name": name, "data": base64.b64encode(data).decode()}, **more))


def test_a_record_of_any_form_can_be_opened(server):
    text = squares_to_transcript(FINISHED)
    for name, data in [("game.txt", text.encode()), ("games.wtb", wthor([FINISHED])), ("GAMES.WTB", wthor([FINISHED]))]:
        status, value, _ = send_record(server, name, data)
        assert status == 200, value
        assert squares_to_transcript(FINISHED) == "".join(
            move for move in value["state"]["game"]["moves"] if move != "pass")
        assert value["state"]["game"]["problems"] == [] and len(value["games"]) == 1


def test_one_game_of_many_can_be_chosen(server):
    data = b"f5d6\nf5d6c3\nf5f4"
    value = send_record(server, "games.txt", data, game=2)[1]
    assert len(value["state"]["game"]["moves"]) == 3
    assert len(value["games"]) == 3 and value["games"][1] == {
        "number": 2, "names": ["black", "white"], "moves": 3, "counts": None, "problems": 0}
    assert send_record(server, "games.txt", data, game=4)[:2] == (400, {"error": "games.txt has no game 4"})


def test_problems_of_a_record_name_the_uploaded_file(server):
    value = send_record(server, "C:\\games\\mine.txt", b"f5d6a1")[1]
    problem, = value["state"]["game"]["problems"]
    assert problem.startswith("mine.txt: game 1, ply 3 (black): illegal move a1") and "tmp" not in problem


@pytest.mark.parametrize("data, message", [
    (b"", "x.txt: game 1: the file has no game"), (b"\x00\xff", "x.txt: game 1: line 1: bad"), (b"{}", "no game"),
    (b"[" * 100000, "bad JSON"),
])
def test_a_file_without_a_game_is_refused(server, data, message):
    status, value, _ = send_record(server, "x.txt", data)
    assert status == 400 and message in value["error"] and "/" not in value["error"]
    assert value["code"] == "unreadable" and value["values"] == {"detail": value["error"]}


# -- what is refused


@pytest.mark.parametrize("path", ["/nowhere", "/../server.py", "/page/index.html", "/api", "/api/", "/api/nothing",
                                  "/api/games/x/y/z", "/api/games/0000000000000000", "/replay.html", "/%2e%2e/x"])
def test_unknown_paths_are_not_found(server, path):
    status, value, _ = ask(server, "GET", path)
    assert status == 404 and value["error"].startswith("no such")


@pytest.mark.parametrize("method, path", [
    ("PUT", "/"), ("DELETE", "/api/games"), ("OPTIONS", "/"), ("POST", "/"), ("POST", "/api/options"),
    ("GET", "/api/games"), ("GET", "/api/records"), ("GET", "/api/games/0/move"),
    ("POST", "/api/games/0/page"), ("POST", "/api/games/0"),
])
def test_wrong_methods_are_named(server, method, path):
    status, value, headers = ask(server, method, path, {} if method == "POST" else None)
    assert status == 405 and value["error"] and headers["Allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("headers", [
    {"Host": "evil.example"}, {"Host": "127.0.0.1"}, {"Host": "localhost:1"}, {"Host": ""},
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "https://127.0.0.1"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
])
def test_other_hosts_and_other_sites_are_refused(server, headers):
    game = {"players": ["person", "person"], "seconds": 1}
    for method, path, body in [("GET", "/", None), ("POST", "/api/games", game)]:
        status, value, _ = ask(server, method, path, body, headers)
        assert status == 403 and ("host" in value["error"] or "sites" in value["error"])


def test_the_page_itself_is_not_refused(server):
    for host in server.hosts:
        headers = {"Host": host, "Origin": "http://" + host, "Sec-Fetch-Site": "same-origin"}
        assert ask(server, "POST", "/api/games", {"players": ["person", "person"], "seconds": 1}, headers)[0] == 200


@pytest.mark.parametrize("raw, headers, status, message", [
    ("{", {}, 400, "bad JSON"), ("[]", {}, 400, "expected an object"), ("", {}, 400, "bad JSON"),
    (b"\xff", {}, 400, "bad JSON"), ("[" * 100000, {}, 400, "bad JSON"),
    ("{}", {"Content-Type": "text/plain"}, 415, "application/json"),
    ("{}", {"Content-Length": str(BODY_BYTES + 1)}, 413, "too long"),
    ("{}", {"Content-Length": "-1"}, 411, "Content-Length"),
    ("{}", {"Content-Length": "many"}, 411, "Content-Length"),
])
def test_a_bad_body_gets_a_message(server, raw, headers, status, message):
    answer, value, _ = ask(server, "POST", "/api/games", headers=headers, raw=raw)
    assert answer == status and message in value["error"]


@pytest.mark.parametrize("body, message", [
    ({}, "bad players"), ({"players": ["person"], "seconds": 1}, "bad players"),
    ({"players": ["person", 1], "seconds": 1}, "bad players"),
    ({"players": ["person", "sh -c id"], "seconds": 1}, "no such player"),
    ({"players": ["person", "bot"], "seconds": "1"}, "bad seconds"),
    ({"players": ["person", "bot"], "seconds": True}, "bad seconds"),
    ({"players": ["person", "bot"], "seconds": 10 ** 400}, "bad seconds"),
    ({"players": ["person", "bot"], "seconds": 1, "moves": 5}, "bad moves"),
    ({"players": ["person", "bot"], "seconds": 1, "moves": "a1"}, "illegal move a1"),
])
def test_a_game_that_makes_no_sense_is_refused(server, body, message):
    status, value, _ = ask(server, "POST", "/api/games", body)
    assert status == 400 and message in value["error"]


@pytest.mark.parametrize("command, body, message", [
    ("move", {"version": 1}, "bad square"), ("move", {"square": "f5"}, "bad version"),
    ("move", {"version": 1, "square": "a1"}, "illegal"),
    ("move", {"version": True, "square": "f5"}, "bad version"), ("undo", {"version": 1}, "no move to take back"),
    ("pause", {"version": 1, "paused": 1}, "bad paused"), ("analysis", {"on": True, "ply": 99}, "bad ply 99"),
    ("analysis", {"on": True, "ply": "x"}, "bad ply"), ("review", {"seconds": 0}, "bad time 0"),
])
def test_a_command_that_makes_no_sense_changes_nothing(server, command, body, message):
    key, _ = begin(server)
    status, value, _ = ask(server, "POST", "/api/games/%s/%s" % (key, command), body)
    assert status == 400 and message in value["error"]
    assert ask(server, "GET", "/api/games/" + key)[1]["version"] == 1


def test_bytes_that_are_no_request_do_no_harm(server):
    for junk in (b"\r\n\r\n", b"\x16\x03\x01\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b""):
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as client:
            client.sendall(junk)
            client.shutdown(socket.SHUT_WR)
            client.recv(4096)
    assert ask(server, "GET", "/")[0] == 200


def trickle(server, number):
    """Connections with a request that is begun and never finished."""
    clients = []
    for _ in range(number):
        clients.append(socket.create_connection(("127.0.0.1", server.server_port), timeout=10))
        clients[-1].sendall(b"GET / HTTP/1.1\r\nHost: ")
    return clients


def test_connections_that_trickle_keep_nobody_out():
    crowded = serve(QuickThinker)
    clients = []
    try:
        clients = trickle(crowded, 2 * CONNECTIONS_AT_ONCE)
        for _ in range(3):
            began = time.monotonic()
            assert ask(crowded, "GET", "/")[0] == 200
            assert time.monotonic() - began < 10
        assert len(crowded.connections) <= CONNECTIONS_AT_ONCE
        assert clients[0].recv(1) == b"", "the oldest has given way"
    finally:
        for client in clients:
            client.close()
        wait_until(lambda: len(crowded.connections) == 0)
        crowded.shutdown()
        crowded.server_close()


def test_a_request_has_limited_time_however_busily_it_trickles():
    hasty = serve(QuickThinker, request_seconds=1.0)
    try:
        client = trickle(hasty, 1)[0]
        began = time.monotonic()
        client.settimeout(0.1)
        while time.monotonic() - began < 20:
            try:
                client.sendall(b"x")
                if client.recv(1) == b"":
                    break
            except socket.timeout:
                continue
            except OSError:
                break
        assert 0.5 < time.monotonic() - began < 20
        wait_until(lambda: len(hasty.connections) == 0)
    finally:
        hasty.shutdown()
        hasty.server_close()


@pytest.mark.parametrize("depth", [300, 501, 972, 990, 5000])
def test_a_record_with_a_deep_ruling_gets_an_answer(server, depth):
    ruling = '{"output":%s{}%s}' % ('{"display":' * depth, "}" * depth)
    data = '{"players":[],"logs":[%s,{"0":{"verdict":"OK","response":{"x":3,"y":2}}}]}' % ruling
    body = {"name": "deep.json", "data": base64.b64encode(data.encode()).decode()}
    status, value, _ = ask(server, "POST", "/api/records", body)
    assert status == (200 if depth < 500 else 400), value
    assert depth < 500 or "nested" in value["error"]


def test_an_error_of_the_server_is_answered_and_shown_on_stderr(server, monkeypatch, capfd):
    monkeypatch.setattr(server.api, "get", lambda parts, query: 1 // 0)
    status, value, _ = ask(server, "GET", "/api/options")
    assert (status, value) == (500, {"error": "server error: ZeroDivisionError"})
    shown = capfd.readouterr().err
    assert "Traceback" in shown and "ZeroDivisionError" in shown


def test_a_browser_that_hangs_up_leaves_no_message(server, capfd):
    connection = socket.create_connection(("127.0.0.1", server.server_port))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.sendall(b"GET / HTTP/1.1\r\n")
    connection.close()  # a reset, in the middle of the request
    assert ask(server, "GET", "/api/options")[0] == 200
    assert capfd.readouterr().err == ""
