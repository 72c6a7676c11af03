"""Writer of mails as Outlook saves them (.msg), by the published formats [MS-CFB] and [MS-OXMSG] alone."""

import struct
from datetime import UTC, datetime

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_FREE, _END, _FAT_SECTOR, _NOBODY = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF


def outlook_mail(sender, address, sent, subject, text, attachments):
    """Write the bytes of a .msg; `attachments` are (name, content), a forwarded mail as `properties` returns it."""
    return compound_file(properties(sender, address, sent, subject, text, attachments))


def properties(sender, address, sent, subject, text, attachments, header=32):
    """Build the storage of a mail; inside another mail its header has 24 bytes."""
    ticks = int((sent.replace(tzinfo=UTC) - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10**7
    streams = {
        "__properties_version1.0": bytes(header) + struct.pack("<IIQ", 0x00390040, 6, ticks),
        "__substg1.0_0C1A001F": sender.encode("utf-16-le"),
        "__substg1.0_5D01001F": address.encode("utf-16-le"),
        "__substg1.0_0037001F": subject.encode("utf-16-le"),
        "__substg1.0_1000001F": text.encode("utf-16-le"),
    }
    for number, (name, content) in enumerate(attachments):
        data = "__substg1.0_3701000D" if isinstance(content, dict) else "__substg1.0_37010102"
        streams[f"__attach_version1.0_#{number:08X}"] = {
            "__substg1.0_3707001F": name.encode("utf-16-le"),
            data: content,
        }
    return streams


def compound_file(storage):
    """Write a compound file (version 3) of nested dicts of bytes."""
    entries = [["Root Entry", 5, None, _NOBODY, _NOBODY, b""]]  # name, type, content, child, next sibling, data
    _enter(storage, 0, entries)
    mini = b""
    mini_fat, sectors, fat = [], [], []
    for entry in entries[1:]:
        data = entry[2]
        if isinstance(data, bytes) and len(data) < _CUTOFF:
            entry[5] = (len(mini) // _MINI if data else _END, len(data))
            pieces = -(-len(data) // _MINI)
            mini_fat += [*range(len(mini_fat) + 1, len(mini_fat) + pieces), _END] if pieces else []
            mini += data.ljust(pieces * _MINI, b"\0")
        elif isinstance(data, bytes):
            entry[5] = (_chain(data, sectors, fat), len(data))
        else:
            entry[5] = (0, 0)
    entries[0][5] = (_chain(mini, sectors, fat), len(mini))
    first_mini_fat = _chain(struct.pack(f"<{len(mini_fat)}I", *mini_fat), sectors, fat, b"\xff")
    directory = b"".join(map(_entry, entries))
    first_directory = _chain(directory, sectors, fat)
    count = 1
    while count * 128 < len(fat) + count:
        count += 1
    assert count <= 109
    places = [*range(len(fat), len(fat) + count)]
    fat += [_FAT_SECTOR] * count
    fat += [_FREE] * (count * 128 - len(fat))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, count,
        first_directory, 0, _CUTOFF, first_mini_fat if mini_fat else _END, -(-len(mini_fat) // 128), _END, 0,
        places[0],
    )  # fmt: skip
    header += struct.pack(f"<{108}I", *places[1:], *[_FREE] * (109 - count))
    return header + b"".join(sectors) + struct.pack(f"<{len(fat)}I", *fat)


def _enter(storage, parent, entries):
    previous = None
    for name in sorted(storage, key=lambda name: (len(name), name.upper())):
        content = storage[name]
        entries.append([name, 1 if isinstance(content, dict) else 2, content, _NOBODY, _NOBODY, b""])
        number = len(entries) - 1
        if previous is None:
            entries[parent][3] = number
        else:
            entries[previous][4] = number
        previous = number
        if isinstance(content, dict):
            _enter(content, number, entries)


def _chain(data, sectors, fat, padding=b"\0"):
    count = -(-len(data) // _SECTOR)
    if not count:
        return _END
    first = len(sectors)
    sectors += [data[offset : offset + _SECTOR].ljust(_SECTOR, padding) for offset in range(0, len(data), _SECTOR)]
    fat += [*range(first + 1, first + count), _END]
    return first


def _entry(entry):
    name, kind, _, child, sibling, (start, size) = entry
    letters = name.encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII16xI8x8xIQ", letters, len(letters) + 2, kind, 1, _NOBODY, sibling, child, 0, start, size
    )
