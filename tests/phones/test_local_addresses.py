"""The address on the QR code, tried in network namespaces too."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest

from tests import books
from tests.programs import WHOLE
from tournament_xl.phones import local_addresses
from tournament_xl.phones.local_addresses import HallAddress
from tournament_xl.phones.reports import ReportHandler


@pytest.fixture
def computer(monkeypatch):
    """Gives the computer these adapters: name -> addresses; `route` is where it goes out."""

    def having(route="", **adapters):
        def ip(host):
            return SimpleNamespace(ip=(host, 0, 0) if ":" in host else host, network_prefix=24)

        there = [SimpleNamespace(name=name, nice_name=name, ips=[*map(ip, own)]) for name, own in adapters.items()]
        monkeypatch.setattr(local_addresses.ifaddr, "get_adapters", lambda: there)
        monkeypatch.setattr(local_addresses, "list_routes", lambda: [route] if route else [])

    return having


def test_the_address_that_leads_to_the_internet_comes_first_and_the_others_are_to_choose_from(computer):
    computer(
        "192.168.7.2", lo=["127.0.0.1", "::1"], tun0=["10.8.0.2"], eth1=["192.168.7.2"],
        wlan0=["192.168.1.9", "2001:db8::9", "2001:db8::a", "fe80::9"], eth2=["169.254.3.4"],
    )  # fmt: skip
    expected = ["192.168.7.2", "10.8.0.2", "192.168.1.9", "2001:db8::9"]
    assert [address.host for address in local_addresses.list_local_addresses()] == expected
    assert [local.host for local in HallAddress().others] == expected[1:]
    assert HallAddress("10.8.0.2").host == "10.8.0.2"


def test_the_address_on_printed_slips_stays_as_long_as_the_computer_has_it(computer):
    computer("192.168.1.5", eth0=["192.168.1.5"])
    address = HallAddress()
    computer("192.168.1.9", eth0=["192.168.1.5"], wlan0=["192.168.1.9"])
    assert not address.update() and address.host == "192.168.1.5"
    computer()
    assert not address.update() and address.host == "192.168.1.5", "the cable was out for a moment"
    computer(wlan0=["192.168.1.9"])
    assert address.update() and address.host == "192.168.1.9"
    address.chosen_host = "10.42.0.1"
    assert not address.update()
    computer(wlan0=["192.168.1.9"], wlan1=["10.42.0.1"])
    assert address.update() and address.host == "10.42.0.1"


def test_an_address_that_the_computer_has_not_is_wrong_usage_and_those_it_has_are_listed(
    computer, workbooks, tmp_path, capsys
):
    computer(wlan0=["192.168.1.9"], tun0=["10.8.0.2"])
    assert books.run("publish", workbooks["played"], "--to", tmp_path / "p", "--adresse", "192.168.1.8") == 2
    output = capsys.readouterr().err
    assert "192.168.1.9 (wlan0)" in output and "10.8.0.2 (tun0)" in output
    assert not (tmp_path / "p").exists()


def test_the_desk_lists_the_other_addresses_to_choose_from(computer, hall):
    computer(wlan0=["192.168.1.9"], tun0=["10.8.0.2"])
    address = HallAddress()
    hall.reports = ReportHandler(hall.publication, address)
    page = hall.ask(hall.desk)[1]
    assert 'value="10.8.0.2"' in page and 'value="192.168.1.9"' not in page
    hall.ask(hall.desk, adresse="192.0.2.1")
    assert not address.update()
    hall.ask(hall.desk, adresse="10.8.0.2")
    assert address.update() and address.host == "10.8.0.2"


def test_without_a_network_slips_have_no_code(hall):
    hall.publication.address = ""
    assert not [page for page in (f"{hall.desk}/fiches", hall.desk) if "<svg" in hall.ask(page)[1]]


def namespaces():
    """Whether this system makes network namespaces for us."""
    if not shutil.which("ip") or not hasattr(os, "geteuid") or os.geteuid():
        return False
    with suppress(OSError, subprocess.CalledProcessError), network(wlan0=["192.0.2.1/24"]):
        return True
    return False


@contextmanager
def network(route="", **adapters):
    """A network namespace with these adapters: name -> addresses; its name. Nothing leads out of it."""
    name = f"tx-{os.getpid()}"

    def ip(*words):
        subprocess.run(["ip", *words], check=True, capture_output=True)

    ip("netns", "add", name)
    try:
        ip("-n", name, "link", "set", "lo", "up")
        for adapter, own in adapters.items():
            ip("-n", name, "link", "add", adapter, "type", "veth", "peer", "name", f"{adapter}-phone")
            ip("-n", name, "link", "set", f"{adapter}-phone", "up")
            ip("-n", name, "link", "set", adapter, "up")
            for address in own:
                ip("-n", name, "addr", "add", address, "dev", adapter)
        if route:
            ip("-n", name, "route", "add", "default", "dev", route)
        yield name
    finally:
        ip("netns", "del", name)


HALLS = {
    "a cable and its hotspot": (
        {"eth0": ["192.0.2.5/24"], "wlan0": ["10.42.0.1/24"]}, "eth0", "192.0.2.5", ["10.42.0.1"],
    ),
    "a VPN chosen": ({"wlan0": ["192.0.2.9/24"], "tun0": ["198.51.100.2/32"]}, "wlan0", "198.51.100.2", ["192.0.2.9"]),
    "none": ({}, "", "", []),
}  # fmt: skip


@pytest.mark.skipif(not WHOLE or not namespaces(), reason="network namespaces (Linux, as root): make check")
@pytest.mark.parametrize(("adapters", "route", "best", "others"), HALLS.values(), ids=HALLS)
def test_in_a_hall_with(adapters, route, best, others, tmp_path):
    """The program itself in such a network: what it says, and that it serves there."""
    path = books.pair(books.create(tmp_path, 8))
    chosen = ["--adresse", best] if best == "198.51.100.2" else []
    with network(route, **adapters) as name:
        inside = ["ip", "netns", "exec", name, sys.executable]
        command = [*inside, "-u", "-m", "tournament_xl", "publish", str(path), "--serve", *chosen]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
            output = ""
            while "Ctrl+C" not in output:
                output += server.stdout.readline()
            try:
                hall = re.search(r"Dans la salle, sur le même réseau : http://(.*):(\d+)/", output)
                assert (hall[1] if hall else "") == best and ("█" in output) == bool(best)
                assert all(f"{address} (" in output for address in others) and ("--adresse" in output) == bool(others)
                if hall:
                    ask = f"import urllib.request as r; print(r.urlopen('http://{best}:{hall[2]}/').status)"
                    assert subprocess.run([*inside, "-c", ask], capture_output=True, text=True).stdout == "200\n"
                else:
                    assert "n'est sur aucun réseau" in output and "point d'accès" in output.lower()
            finally:
                server.kill()  # a suite in the background of a shell ignores SIGINT, and so would its server
