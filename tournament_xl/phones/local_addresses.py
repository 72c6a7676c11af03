"""This computer's addresses in local networks, and which of them phones are told; nothing is sent to find them.

The system names each network adapter, and what it says tells a wifi card from a VPN: names on Linux and macOS (wlp2s0,
tun0), descriptions on Windows ("Microsoft Wi-Fi Direct Virtual Adapter" is its own hotspot).
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from enum import IntEnum
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

import ifaddr


class Network(IntEnum):
    """What an adapter connects to, the one that phones reach best first."""

    HOTSPOT = 0  # made by this computer, for phones
    WIFI = 1
    CABLE = 2  # or whatever else is real
    VIRTUAL = 3  # of virtual machines, a bridge
    VPN = 4  # or a mobile operator's: nobody in the hall is there


REAL = (Network.HOTSPOT, Network.WIFI, Network.CABLE)
_HOTSPOT = re.compile(r"wi-?fi direct|hosted network")
_VPN = re.compile(
    r"vpn|tunnel|wintun|wireguard|tailscale|zerotier|hamachi|anyconnect|forti|pangp|globalprotect|juniper|pulse secure"
    r"|check point|sonicwall|nordlynx|proton|\btap-|wan miniport|teredo|isatap|6to4|mobile|wwan|cellular"
    r"|^(tun|tap|utun|wg|ppp|ipsec|gpd|zt|gre|sit|ww|rmnet)\d*"
)
_VIRTUAL = re.compile(
    r"virtual|hyper-v|vethernet|vmware|vbox|docker|podman|loopback|bluetooth|npcap"
    r"|^(br-|bridge|veth|virbr|vmnet|vnet|lxc|lxd|cni|flannel|cali|kube|dummy|awdl|llw|anpi)"
)
_SHARED_BY_MAC = re.compile(r"bridge1\d\d")  # macOS: its shared connection, on 192.168.2.1 and following
_WIFI = re.compile(r"wi-?fi|wireless|802\.11|wlan|centrino|^(wl|ath|ra\d)")
_SHARING = (  # what systems give themselves when they share their connection
    re.compile(r"192\.168\.137\.1"),  # Windows
    re.compile(r"10\.42\.\d+\.1"),  # NetworkManager
)


class LocalAddress(NamedTuple):
    """An address of this computer."""

    host: str
    network: Network
    adapter: str  # as the system names it to people


def network_of(name: str, description: str, host: str, prefix: int) -> Network:
    """What an adapter connects to.

    Args:
        name: Its name in the system: "wlp2s0", on Windows a GUID.
        description: What people are told: "Intel(R) Wi-Fi 6 AX201", elsewhere the name again.
        host: The address.
        prefix: Bits of the network in the address; an IPv4 address alone in its network is one end of a tunnel.
    """
    words = description.lower()
    if _HOTSPOT.search(words) or (_SHARED_BY_MAC.fullmatch(name) and re.fullmatch(r"192\.168\.\d\.1", host)):
        return Network.HOTSPOT
    if _VPN.search(words) or (prefix == 32 and ":" not in host):
        return Network.VPN
    if _VIRTUAL.search(words):
        return Network.VIRTUAL
    if any(shared.fullmatch(host) for shared in _SHARING):
        return Network.HOTSPOT
    return Network.WIFI if _WIFI.search(words) else Network.CABLE


def local_addresses() -> list[LocalAddress]:
    """All addresses that others may reach, the best for phones first: of equals the one that leads to the internet,
    IPv4 before IPv6, of which an adapter gives one.
    """
    routes, found = _routes(), []
    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            seen_v6 = False
            for ip in sorted(adapter.ips, key=lambda ip: _host(ip) not in routes):
                host, parsed = _host(ip), ip_address(_host(ip))
                if not _is_reachable(parsed) or (parsed.version == 6 and seen_v6):
                    continue
                seen_v6 = seen_v6 or parsed.version == 6
                network = network_of(adapter.name, adapter.nice_name, host, ip.network_prefix)
                found.append(LocalAddress(host, network, adapter.nice_name))
    found = found or [LocalAddress(host, Network.CABLE, "") for host in routes]  # a system that lists no adapters
    return sorted(found, key=lambda one: (one.network, ":" in one.host, one.host not in routes))


def _host(ip: ifaddr.IP) -> str:
    return ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]


def _is_reachable(parsed: IPv4Address | IPv6Address) -> bool:
    """Neither this computer alone, nor an address that a network without router gives itself."""
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified or parsed.is_multicast)


def _routes() -> list[str]:
    """The address with which this computer would go out, IPv4 first."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((far, 9))
            host = str(asked.getsockname()[0])
            if _is_reachable(ip_address(host)):
                found.append(host)
    return found


class HallAddress:
    """The address that phones are told: the one wanted where the computer has it, else the best.

    Slips are printed with it, so that it stays as long as the computer has it and it is a real network's.
    """

    def __init__(self, wanted: str = "") -> None:
        self.wanted = wanted
        self.host = ""  # "" as long as there is none
        self.all: list[LocalAddress] = []
        self.update()

    def update(self) -> bool:
        """Look at the computer's addresses again; whether phones are told another one now."""
        self.all = local_addresses()
        before, networks = self.host, {one.host: one.network for one in self.all}
        if self.wanted in networks:
            self.host = self.wanted
        elif networks and networks.get(before) not in REAL:
            self.host = self.all[0].host
        return self.host != before

    @property
    def others(self) -> list[LocalAddress]:
        """The addresses that may be chosen instead."""
        return [one for one in self.all if one.host != self.host]

    @property
    def is_doubtful(self) -> bool:
        """Whether phones are told an address that they hardly reach, since there is no better one."""
        return any(one.host == self.host and one.network not in REAL for one in self.all)

    @property
    def served(self) -> list[str]:
        """Where to listen: in real networks, and where phones are told to come."""
        real = [one.host for one in self.all if one.network in REAL]
        return real if self.host in ("", *real) else [self.host, *real]
