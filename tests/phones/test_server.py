"""The HTTP server of the local network alone: its port, and connections that keep others waiting."""

import socket
import urllib.request
from contextlib import closing, suppress
from http import HTTPStatus

import pytest

from tests.hall_phones import get
from tests.programs import takes_seconds
from tournament_xl.phones import network_limits
from tournament_xl.phones.server import LOOPBACK, Answer, Server, format_url


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")
def test_it_listens_where_it_says_in_both_families(tmp_path):
    with closing(Server(lambda request: Answer(HTTPStatus.OK, b"here"), LOOPBACK[:1], range(8500, 8600))) as server:
        server.start().listen_at(LOOPBACK)
        assert server.hosts == [*LOOPBACK]
        for host in server.hosts:
            with urllib.request.urlopen(format_url(host, server.port)) as answer:
                assert answer.read() == b"here"


def test_a_server_that_is_closed_gives_its_port_back_at_once():
    own_ports = range(8700, 8800)  # no other test's server takes the port in between
    for _ in range(3):
        with closing(Server(lambda _: Answer(HTTPStatus.OK), LOOPBACK[:1], own_ports).start()) as server:
            assert get(server.port, "/")[0] == 200
        Server(lambda _: Answer(HTTPStatus.OK), LOOPBACK[:1], [server.port]).close()


def test_a_port_that_is_taken_is_left_to_who_has_it():
    first, second = (Server(lambda _: Answer(HTTPStatus.OK), LOOPBACK[:1], range(8800, 8900)) for _ in range(2))
    with closing(first), closing(second):
        assert first.port < second.port


@pytest.mark.parametrize(("before", "after"), [
    ((256, 10240), [(2048, 10240)]), ((256, 512), [(512, 512)]), ((20000, 20000), []), ((-1, -1), []),
    ((256, -1), [(2048, -1)]),
])  # fmt: skip
def test_the_limit_of_open_files_is_raised_where_it_is_low_and_never_lowered(monkeypatch, before, after):
    resource, limits = pytest.importorskip("resource"), []
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    monkeypatch.setattr(resource, "getrlimit", lambda _: before)
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: limits.append(both))
    Server(lambda _: Answer(HTTPStatus.OK), LOOPBACK[:1], range(8500, 8600)).close()
    assert limits == after


@takes_seconds
def test_who_takes_all_connections_and_says_nothing_keeps_others_waiting_for_a_bounded_time(monkeypatch):
    monkeypatch.setattr(network_limits, "MAX_CONNECTIONS", 20)
    monkeypatch.setattr(network_limits, "MAX_SILENCE", 1)
    with closing(Server(lambda _: Answer(HTTPStatus.OK, b"here"), LOOPBACK[:1], range(8500, 8600)).start()) as server:
        silent = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(30)]
        assert get(server.port, "/")[2] == b"here"  # within the 30 seconds of `get`
        for client in silent:
            client.close()


def test_a_server_is_closed_in_the_middle_of_an_answer():
    server = Server(lambda _: Answer(HTTPStatus.OK, b"x" * 5_000_000), LOOPBACK[:1], range(8500, 8600)).start()
    with socket.create_connection(("127.0.0.1", server.port), 30) as client:
        client.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 200"
        server.close()
        with suppress(ConnectionResetError):
            while client.recv(1 << 20):
                pass
