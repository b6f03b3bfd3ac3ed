import socket

import pytest

from protocol.page.connections import Connections


@pytest.fixture
def pairs():
    """Five connections, each with its other end."""
    made = [socket.socketpair() for _ in range(5)]
    yield made
    for pair in made:
        for end in pair:
            end.close()


def is_hung_up(pair):
    pair[1].settimeout(0.05)
    try:
        return pair[1].recv(1) == b""
    except socket.timeout:
        return False


def test_the_oldest_that_was_not_heard_gives_way(pairs):
    connections = Connections(3, 60.0)
    for near, _ in pairs[:3]:
        assert connections.admit(near)
    connections.hear(pairs[0][0])
    assert connections.admit(pairs[3][0]) and len(connections) == 3
    assert [is_hung_up(pair) for pair in pairs[:4]] == [False, True, False, False]


def test_those_that_are_being_answered_stay(pairs):
    connections = Connections(2, 60.0)
    for near, _ in pairs[:2]:
        connections.admit(near)
        connections.hear(near)
    assert not connections.admit(pairs[2][0])
    connections.leave(pairs[0][0])
    assert connections.admit(pairs[2][0]) and len(connections) == 2
    assert not any(is_hung_up(pair) for pair in pairs)


def test_nobody_stays_for_longer_than_the_time_for_a_request(pairs):
    connections = Connections(3, 0.0)
    connections.admit(pairs[0][0])
    connections.hear(pairs[0][0])
    connections.sweep()
    assert len(connections) == 0 and is_hung_up(pairs[0])
    connections.leave(pairs[0][0])
