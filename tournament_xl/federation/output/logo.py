"""Logo of the federation as a file of its pages."""

from __future__ import annotations

import base64

from tournament_xl.xlsx.pictures import encode_data_uri


def unpack_logo(data_uri: str) -> dict[str, bytes]:
    """Return the file of a logo: name ("logo.png", by type) -> content; {} for no picture, or a too large one."""
    try:
        data = base64.b64decode(data_uri.partition(",")[2], validate=True)
    except ValueError:
        return {}
    image_type = encode_data_uri(data).partition(";")[0].rpartition("/")[2]
    return {f"logo.{image_type}": data} if image_type else {}
