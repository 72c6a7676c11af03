"""This computer's addresses in local networks, and the one to show to phones; nothing is sent to find them.

A wifi card is distinguished from a VPN by what the system calls the adapter: a name on Linux and macOS (wlp2s0, tun0),
a description on Windows ("Microsoft Wi-Fi Direct Virtual Adapter" is Windows' own hotspot).
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
    """Kind of network of an adapter; the lower the number, the better phones reach it."""

    HOTSPOT = 0  # of this computer
    WIFI = 1
    CABLE = 2  # or any other real network
    VIRTUAL = 3  # of virtual machines, or a bridge
    VPN = 4  # or a mobile operator's network: nobody in the hall can reach it


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
_SHARING = (  # addresses that systems take when they share their connection
    re.compile(r"192\.168\.137\.1"),  # Windows
    re.compile(r"10\.42\.\d+\.1"),  # NetworkManager
)


class LocalAddress(NamedTuple):
    """Address of this computer in a network."""

    host: str
    network: Network
    adapter: str  # name that the system shows to people


def classify_network(name: str, description: str, host: str, prefix: int) -> Network:
    """Tell the kind of network of an adapter from its name, its description and its address.

    The first that applies counts: a hotspot of this computer by its description (on macOS by its name and address),
    VPN, virtual network, hotspot by an address that systems take when they share their connection, wifi; else `CABLE`.

    Args:
        name: Name of the adapter in the system: "wlp2s0", on Windows a GUID.
        description: Name that Windows shows to people: "Intel(R) Wi-Fi 6 AX201"; on Linux and macOS pass `name`.
        host: Address of this computer in the network, IPv4 or IPv6.
        prefix: Length of the network prefix in bits, as 24. With 32 an IPv4 address is alone in its network: this is
            one end of a tunnel, and counts as VPN.
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


def list_local_addresses() -> list[LocalAddress]:
    """List the addresses that other computers may reach, the best for phones first.

    Within a kind of network IPv4 comes before IPv6, then the address that leads to the internet before others. An
    adapter gives one IPv6 address at most. If the system lists no adapter, addresses of `list_routes` count as `CABLE`.
    """
    routes, addresses = list_routes(), []
    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            seen_v6 = False
            for ip in sorted(adapter.ips, key=lambda ip: _host(ip) not in routes):
                host, parsed = _host(ip), ip_address(_host(ip))
                if not _is_reachable(parsed) or (parsed.version == 6 and seen_v6):
                    continue
                seen_v6 = seen_v6 or parsed.version == 6
                network = classify_network(adapter.name, adapter.nice_name, host, ip.network_prefix)
                addresses.append(LocalAddress(host, network, adapter.nice_name))
    addresses = addresses or [
        LocalAddress(host, Network.CABLE, "") for host in routes
    ]  # the system may list no adapters
    return sorted(addresses, key=lambda local: (local.network, ":" in local.host, local.host not in routes))


def _host(ip: ifaddr.IP) -> str:
    return ip.ip if isinstance(ip.ip, str) else ip.ip[0].partition("%")[0]


def _is_reachable(parsed: IPv4Address | IPv6Address) -> bool:
    """Check that an address is neither for this computer alone nor self-assigned in a network without router."""
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
            if _is_reachable(ip_address(host)):
                hosts.append(host)
    return hosts


class HallAddress:
    """Address shown to phones: the organiser's choice where the computer has it, else the best.

    The address is printed on slips, so it does not change while the computer has it and its network is a real one.

    Attributes:
        chosen_host: Address that the organiser chose; "" for none. A change takes effect with `update`.
        host: The address; "" as long as there has been none.
        all: Addresses of this computer at the last update, the best for phones first.
    """

    def __init__(self, chosen_host: str = "") -> None:
        self.chosen_host = chosen_host
        self.host = ""
        self.all: list[LocalAddress] = []
        self.update()

    def update(self) -> bool:
        """Look up the computer's addresses again, and choose `host` anew; return whether `host` has changed.

        The chosen address is taken if the computer has it; else `host` stays while it is in a real network (`REAL`), or
        while the computer has no address at all; else it becomes the best address.
        """
        self.all = list_local_addresses()
        previous, networks = self.host, {local.host: local.network for local in self.all}
        if self.chosen_host in networks:
            self.host = self.chosen_host
        elif networks and networks.get(previous) not in REAL:
            self.host = self.all[0].host
        return self.host != previous

    @property
    def others(self) -> list[LocalAddress]:
        """Other addresses, which may be chosen instead."""
        return [local for local in self.all if local.host != self.host]

    @property
    def is_doubtful(self) -> bool:
        """True when `host` is in no real network (a VPN, a virtual machine): phones can hardly reach it.

        False without an address, or if the computer no longer has it.
        """
        return any(local.host == self.host and local.network not in REAL for local in self.all)

    @property
    def served(self) -> list[str]:
        """Addresses to listen at: the address shown to phones, and all addresses in real networks (`REAL`)."""
        real_hosts = [local.host for local in self.all if local.network in REAL]
        return real_hosts if self.host in ("", *real_hosts) else [self.host, *real_hosts]
