"""The HTTP server of the local network alone: its port, and connections that keep others waiting."""

import socket
import sys
import urllib.request
from contextlib import closing, suppress
from http import HTTPStatus

import pytest

from tests.hall_phones import get
from tournament_xl.phones import network_limits
from tournament_xl.phones.server import LOOPBACK, Answer, Server, format_url


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")
def test_it_listens_where_it_says_in_both_families(tmp_path):
    with closing(Server(lambda request: Answer(HTTPStatus.OK, b"here"), LOOPBACK, range(8500, 8600)).start()) as server:
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


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a port is bound once")
def test_a_port_that_another_program_takes_at_the_same_moment_is_left_to_it(monkeypatch):
    bind, others = socket.socket.bind, []

    def bind_second(self, address):
        bind(self, address)
        if not others:
            others.append(socket.socket())
            others[0].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bind(others[0], address)
            others[0].listen()

    monkeypatch.setattr(socket.socket, "bind", bind_second)
    with closing(Server(lambda _: Answer(HTTPStatus.OK), LOOPBACK[:1], range(8800, 8900))) as server, others[0]:
        assert server.port > others[0].getsockname()[1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((256, 10240), (2048, 10240)),
        ((256, 512), (512, 512)),
        ((256, "unlimited"), (2048, "unlimited")),
        ((1024, 4096), (2048, 4096)),
        ((20000, 20000), None),
        (("unlimited", "unlimited"), None),
    ],
)
@pytest.mark.parametrize("unlimited", [-1, 2**63 - 1], ids=["Linux", "macOS"])
def test_the_limit_of_open_files_is_raised_where_it_is_low_and_never_lowered(monkeypatch, before, after, unlimited):
    resource, limits = pytest.importorskip("resource"), []
    in_numbers = [unlimited if limit == "unlimited" else limit for limit in before]
    monkeypatch.setattr(resource, "RLIM_INFINITY", unlimited)
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(in_numbers))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: limits.append(both))
    Server(lambda _: Answer(HTTPStatus.OK), LOOPBACK[:1], range(8500, 8600)).close()
    wanted = after and tuple(unlimited if limit == "unlimited" else limit for limit in after)
    assert limits == ([wanted] if wanted else [])


def test_who_takes_all_connections_and_says_nothing_keeps_others_waiting_for_a_bounded_time(monkeypatch):
    monkeypatch.setattr(network_limits, "MAX_CONNECTIONS", 20)
    monkeypatch.setattr(network_limits, "MAX_SILENCE", 1)
    with closing(Server(lambda _: Answer(HTTPStatus.OK, b"here"), LOOPBACK[:1], range(8500, 8600)).start()) as server:
        silent = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(30)]
        assert get(server.port, "/")[2] == b"here"  # within the 30 seconds of `get`
        for client in silent:
            client.close()


def test_a_server_is_closed_in_the_middle_of_an_answer():
    server = Server(lambda _: Answer(HTTPStatus.OK, b"x" * 50_000_000), LOOPBACK[:1], range(8500, 8600)).start()
    with socket.create_connection(("127.0.0.1", server.port), 30) as client:
        client.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 200"
        server.close()
        with suppress(ConnectionResetError):
            while client.recv(1 << 20):
                pass
