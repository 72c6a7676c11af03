"""Ways to damage the bytes of a workbook, each a function of the bytes and a source of chance."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from random import Random

NUMBERS = (
    "-1", "0", "1", "65535", "65536", "1048576", "1048577", "2147483647", "2147483648", "4294967296", "-2147483649",
    "9223372036854775808", "99999999999999999999", "1e308", "1e999", "-0", "NaN", "INF", "", " ", "+5", "0x10", "1.5",
    "٣", "1,5",
)  # fmt: skip
ADDRESSES = ("A0", "A1048577", "XFE1", "XFD1048576", "ZZZ1", "a1", "1A", "A", "", "$A$1", "A1:B2", "A-1", "R1C1", "É5")


def flipped(data: bytes, source: Random) -> bytes:
    """A few bytes changed anywhere in the file."""
    changed = bytearray(data)
    for _ in range(source.choice((1, 1, 2, 5, 20, 200))):
        changed[source.randrange(len(changed))] = source.randrange(256)
    return bytes(changed)


def truncated(data: bytes, source: Random) -> bytes:
    """Cut at the end, at the start, or with a hole or foreign bytes inside."""
    at, length = source.randrange(len(data)), source.choice((1, 16, 512, 4096, 20_000))
    return source.choice((
        data[:at], data[at:], data[:at] + data[at + length :], data[:at] + bytes(length) + data[at + length :],
        data[:at] + source.randbytes(length) + data[at:], data + source.randbytes(length), data[:at] + data,
    ))  # fmt: skip


def parts_changed(data: bytes, source: Random) -> bytes:
    """A sound package in which parts are missing, empty, exchanged, cut, doubled or renamed."""
    parts = _parts(data)
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        one, other = source.choice(sorted(parts)), source.choice(sorted(parts))
        content = parts[one]
        match source.randrange(8):
            case 0 | 1:
                del parts[one]
            case 2:
                parts[one] = b""
            case 3:
                parts[one], parts[other] = parts[other], content
            case 4:
                parts[one] = content[: source.randrange(len(content) + 1)]
            case 5:
                parts[source.choice((one.upper(), one + "x", f"../{one}", f"/{one}", "", f"a/{one}"))] = parts.pop(one)
            case 6:
                parts[one] = content + content
            case 7:
                parts[f"xl/worksheets/sheet{source.choice(NUMBERS)}.xml"] = content
        if not parts:
            break
    return _package(parts, twice=source.random() < 0.05)


def xml_changed(data: bytes, source: Random) -> bytes:
    """Numbers out of range, addresses, names and relations that lead nowhere, tags and attributes lost or doubled."""
    parts = _parts(data)
    names = [name for name in sorted(parts) if name.endswith((".xml", ".rels", ".vml"))]
    weighted = names + [name for name in names if "sheet" in name or "workbook" in name or "haredStr" in name] * 3
    for _ in range(source.choice((1, 1, 2, 3, 10))):
        name = source.choice(weighted)
        parts[name] = _changed_text(parts[name].decode("utf-8", "replace"), source).encode()
    return _package(parts)


CHANGES = (  # what is found in a part, what may stand for it
    (r'(?<=")-?\d+(?=")', NUMBERS),
    (r"(?<=<v>)[^<]+", NUMBERS),
    (r'(?<=\br=")[A-Z]+\d+(?=")', ADDRESSES),
    (r'(?<=ref=")[^"]+(?=")', ADDRESSES),
    (r'(?<=\bt=")\w+(?=")', ("s", "str", "b", "e", "d", "n", "inlineStr", "zut", "")),
    (r'\s[\w:]+="[^"]*"', ("",)),
    (r"<[^>?!]+>", ("",)),
    (r"</[^>]+>", ("",)),
    (r"<c\s[^>]*?/>|<c\s.*?</c>", ('<c r="A1"/>', "<c><v>1</v></c>", '<c r="B2" t="s"><v>9999</v></c>')),
    (r"<row\s[^>]*?/>|<row\s.*?</row>", ("",)),
    (r"(?<=>)[^<]+", ("", "\x7f", "&#0;", "&#x1F600;", "]]>", "&lt;", "x" * 40_000, "=1+1", "\u202e")),
    (
        r'(?<=Target=")[^"]*(?=")',
        ("", "http://127.0.0.1:9/x", "../../../etc/passwd", "file:///etc/passwd", "worksheets/sheet1.xml"),
    ),
    (r'(?<=Type=")[^"]*(?=")', ("",)),
    (r"<definedName.*?</definedName>|<sheet\s[^>]*>", ('<sheet name="Joueurs" sheetId="1" r:id="rId1"/>',)),
    (
        r"<\?xml[^>]*>",
        (
            "",
            '<?xml version="1.1"?>',
            '<?xml version="1.0" encoding="UTF-16"?>',
            '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>',
        ),
    ),
)


def _changed_text(text: str, source: Random) -> str:
    pattern, replacements = source.choice(CHANGES)
    replacement = source.choice(replacements)
    found = list(re.finditer(pattern, text, re.DOTALL))
    if not found:
        return text
    if source.random() < 0.1:
        return re.sub(pattern, lambda _: replacement, text, flags=re.DOTALL)
    at = source.choice(found)
    doubled = at[0] if source.random() < 0.1 else ""
    return text[: at.start()] + doubled + replacement + text[at.end() :]


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def _package(parts: dict[str, bytes], *, twice: bool = False) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in [*parts.items()] * (2 if twice else 1):
            package.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


DAMAGES = {"bytes": flipped, "cut": truncated, "parts": parts_changed, "xml": xml_changed}
