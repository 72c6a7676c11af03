"""Builds what of a package is not a file of the repository: the page's script and style, and its page on an index.

The script and the style are bundled where npm is (web/bundle.py); elsewhere those that are there are taken.

README.md has no repository around it on a package index.

Where the repository is known (GITHUB_SERVER_URL and GITHUB_REPOSITORY, as in a release's workflow, .github/), links and
pictures of README.md get its address; elsewhere a link becomes its text and a picture its description.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)]+)\)")
PICTURE = re.compile(r'<img src="(?!https?:)([^"]+)"([^>]*?) alt="([^"]*)">')


def render_readme(readme: str, repository: str, tag: str) -> str:
    """Return README.md for a package index.

    Args:
        readme: Text of README.md.
        repository: Address of the repository; "" where it is not known.
        tag: Name of the tag whose files are shown.
    """
    if not repository:
        return LINK.sub(r"\1", PICTURE.sub(r"*\3*", readme))

    def file_address(kind: str, path: str) -> str:
        return (
            f"{repository}/{path[len('../../') :]}"
            if path.startswith("../../")
            else f"{repository}/{kind}/{tag}/{path}"
        )

    text = PICTURE.sub(lambda img: f'<img src="{file_address("raw", img[1])}"{img[2]} alt="{img[3]}">', readme)
    return LINK.sub(lambda link: f"[{link[1]}]({file_address('blob', link[2])})", text)


class IndexPage(MetadataHookInterface):
    """Sets `readme`, and `urls` where the repository is known."""

    def update(self, metadata: dict) -> None:
        """Fill in the dynamic fields."""
        server, name = os.environ.get("GITHUB_SERVER_URL", ""), os.environ.get("GITHUB_REPOSITORY", "")
        repository, tag = f"{server}/{name}" if server and name else "", f"v{metadata['version']}"
        text = render_readme((Path(self.root) / "README.md").read_text(encoding="utf-8"), repository, tag)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        pages = {"Source": "", "Documentation": f"/blob/{tag}/docs", "Changelog": f"/blob/{tag}/CHANGELOG.md"}
        metadata["urls"] = {title: repository + path for title, path in pages.items() if repository}


class PageBundle(BuildHookInterface):
    """Puts the page's script and style into a package."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Bundle them where npm is, and name them to a wheel; an installation of this folder fetches nothing for it."""
        web = Path(self.root) / "web"
        built = [web / "built" / name for name in ("page.js", "page.css")]
        came_built = (Path(self.root) / "PKG-INFO").exists() and built[0].exists()  # in a source distribution
        is_wanted = (web / "node_modules" / "esbuild").is_dir() if version == "editable" else shutil.which("npm")
        if is_wanted and not came_built:
            subprocess.run([sys.executable, str(web / "bundle.py")], check=True)
        if not built[0].exists():
            self.app.display_warning("The page is not built, as npm is not here: `tournament-xl app` will say so.")
        elif self.target_name == "wheel":
            build_data["force_include"] |= {str(file): f"tournament_xl/web/built/{file.name}" for file in built}
