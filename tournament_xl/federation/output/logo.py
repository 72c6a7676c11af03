"""Logo of the federation as a file of its pages."""

from __future__ import annotations

import base64

from tournament_xl.xlsx.pictures import encode_data_uri


def unpack_logo(data_uri: str) -> dict[str, bytes]:
    """Return the name of a logo's file, "logo.png", with its content; {} for a text that is no picture as data: URI."""
    try:
        data = base64.b64decode(data_uri.partition(",")[2], validate=True)
    except ValueError:
        return {}
    image_type = encode_data_uri(data).partition(";")[0].rpartition("/")[2]
    return {f"logo.{image_type}": data} if image_type else {}
