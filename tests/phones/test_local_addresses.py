"""The address on the QR code."""

from types import SimpleNamespace

import pytest

from tests import books
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
