"""The page that is published is the one that its sources make."""

import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.verifier.conftest import PAGE

FOLDER: Final = PAGE.parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "verifier"))


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, folder / "build.py"], capture_output=True, text=True, check=False
    )


def test_the_committed_page_is_what_its_sources_make(copy: Path) -> None:
    (copy / "index.html").unlink()
    (copy / "index.html.sha256").unlink()
    assert build(copy).returncode == 0
    for name in ("index.html", "index.html.sha256"):
        assert (copy / name).read_bytes() == (FOLDER / name).read_bytes()


def test_the_published_hash_is_that_of_the_page() -> None:
    digest, name = (FOLDER / "index.html.sha256").read_text().split()
    assert (digest, name) == (sha256(PAGE.read_bytes()).hexdigest(), "index.html")


def test_an_altered_file_of_others_is_not_built_in(copy: Path) -> None:
    altered = copy / "vendor" / "noble-hashes" / "sha2.js"
    altered.write_text(altered.read_text() + "\n")
    failed = build(copy)
    assert failed.returncode != 0
    assert "noble-hashes/sha2.js is not the released file" in failed.stderr


def test_every_file_of_others_has_its_hash_and_its_licence() -> None:
    vendor = FOLDER / "vendor"
    listed = {line.split()[1] for line in (vendor / "SHA256SUMS").read_text().splitlines()}
    there = {str(path.relative_to(vendor)) for path in vendor.glob("*/*")}
    assert there == listed
    readme = (FOLDER / "README.md").read_text()
    for package in (path for path in vendor.iterdir() if path.is_dir()):
        assert (package / "LICENSE").is_file()
        assert f"| {package.name.replace('noble-', '@noble/')} |" in readme


def test_nothing_in_the_page_points_outside() -> None:
    page = PAGE.read_text()
    markup = re.sub(r"<(script|style)>.*?</\1>", "", page, flags=re.DOTALL)
    assert not re.search(r"""\b(src|href|action)=(?!"data:,")""", markup)
    assert "default-src 'none'" in markup
    assert "unsafe" not in markup
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    assert "url(" not in style[1]
    assert "@import" not in style[1]
