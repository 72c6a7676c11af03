"""This computer's addresses in networks, and the one to show to phones; nothing is sent to find them."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple

import ifaddr


class LocalAddress(NamedTuple):
    """Address of this computer in a network."""

    host: str
    adapter: str  # name that the system shows to people; "" where it lists none


def list_local_addresses() -> list[LocalAddress]:
    """List the addresses that other computers may reach: first those that lead to the internet, IPv4 before IPv6.

    An adapter gives one IPv6 address at most.
    """
    routes = list_routes()
    addresses = dict.fromkeys(routes, "")
    with suppress(OSError):  # the system may list no adapters
        for adapter in ifaddr.get_adapters():
            seen_v6 = False
            for host in sorted(map(_host, adapter.ips), key=lambda host: host not in routes):
                if _is_reachable(host) and not (":" in host and seen_v6):
                    seen_v6 = seen_v6 or ":" in host
                    addresses[host] = adapter.nice_name
    listed = [LocalAddress(host, adapter) for host, adapter in addresses.items()]
    return sorted(listed, key=lambda local: (local.host not in routes, ":" in local.host))


def _host(ip: ifaddr.IP) -> str:
    return ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]


def _is_reachable(host: str) -> bool:
    """Check that an address is neither for this computer alone nor self-assigned in a network without router."""
    parsed = ip_address(host)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def list_routes() -> list[str]:
    """List this computer's addresses from which it would reach the internet, IPv4 first, at most one of each kind.

    Nothing is sent; empty without a network.
    """
    hosts = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            host = str(probe.getsockname()[0])
            if _is_reachable(host):
                hosts.append(host)
    return hosts


class HallAddress:
    """Address shown to phones: the organiser's choice where the computer has it, else the first.

    The address is printed on slips, so it does not change while the computer has it.

    Attributes:
        chosen_host: Address that the organiser chose; "" for none. A change takes effect with `update`.
        host: The address; "" as long as there has been none.
        all: Addresses of this computer at the last update, those that lead to the internet first.
    """

    def __init__(self, chosen_host: str = "") -> None:
        self.chosen_host = chosen_host
        self.host = ""
        self.all: list[LocalAddress] = []
        self.update()

    def update(self) -> bool:
        """Look up the computer's addresses again, and choose `host` anew; return whether `host` has changed.

        The chosen address is taken if the computer has it; else `host` stays while the computer has it, or has no
        address at all; else it becomes the first address.
        """
        self.all = list_local_addresses()
        previous, hosts = self.host, [local.host for local in self.all]
        if self.chosen_host in hosts:
            self.host = self.chosen_host
        elif hosts and previous not in hosts:
            self.host = hosts[0]
        return self.host != previous

    @property
    def others(self) -> list[LocalAddress]:
        """Other addresses, which may be chosen instead."""
        return [local for local in self.all if local.host != self.host]
