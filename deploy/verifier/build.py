"""Assembles index.html from src/ and vendor/: `python deploy/verifier/build.py`.

The page holds all its scripts and styles, and a policy that forbids everything else: each script
and style is allowed by its hash, and no address can be reached. Same sources, same bytes.
"""

import base64
import re
import sys
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
MODULES = ("utils", "_u64", "_md", "sha2", "hmac")
"""The files of noble-hashes that are used, each after those it imports."""
SOURCES = (
    *("words", "crypto", "games", "deal1", "check", "reading"),
    *("held", "taking", "report", "cards", "page"),
)
"""The page's own script, part by part."""

IMPORT_NAMES = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', re.MULTILINE)
IMPORT_ALL = re.compile(r'^import \* as (\w+) from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)


def read(path: str) -> str:
    """The text of a file beside this one."""
    return (HERE / path).read_text(encoding="utf-8")


def check_vendor() -> None:
    """ValueError if a file of others is not the one that was released."""
    for line in read("vendor/SHA256SUMS").splitlines():
        digest, name = line.split()
        if sha256((HERE / "vendor" / name).read_bytes()).hexdigest() != digest:
            raise ValueError(f"vendor/{name} is not the released file")


def scoped(code: str) -> str:
    """An ES module as a function that returns its exports."""
    names = [name for _, name in EXPORT.findall(code)]
    for listed in EXPORT_LIST.findall(code):
        names += [name.strip() for name in listed.split(",") if name.strip()]
    code = IMPORT_NAMES.sub(r"const {\1} = modules.\2;", code)
    code = IMPORT_ALL.sub(r"const \1 = modules.\2;", code)
    code = EXPORT_LIST.sub("", EXPORT.sub(r"\1", code))
    return f"(() => {{\n{code}\nreturn {{ {', '.join(names)} }};\n}})()"


def noble() -> str:
    """One script that defines `noble`: SHA-2, HMAC and Ed25519 without WebCrypto."""
    parts = [
        f"modules.{name} = {scoped(read(f'vendor/noble-hashes/{name}.js'))};" for name in MODULES
    ]
    parts.append(f"modules.ed25519 = {scoped(read('vendor/noble-ed25519/index.js'))};")
    chosen = (
        "const { sha256, sha512 } = modules.sha2;\n"
        "modules.ed25519.hashes.sha512 = sha512;\n"
        "return { sha256, sha512, hmac: modules.hmac.hmac, verify: modules.ed25519.verify };"
    )
    body = "\n".join(parts)
    return (
        f'"use strict";\nvar noble = (() => {{\nconst modules = {{}};\n{body}\n{chosen}\n}})();\n'
    )


def scripts() -> list[str]:
    """The scripts in the order in which they run. One that a browser does not understand leaves
    the others alone."""
    own = '"use strict";\n' + "\n".join(read(f"src/{name}.js") for name in SOURCES)
    return [read("src/first.js"), read("vendor/jsqr/jsQR.js") + "\n", noble(), own]


def allowed(text: str) -> str:
    """What a policy says to allow an inline script or style."""
    digest = base64.b64encode(sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def policy(style: str, parts: list[str]) -> str:
    """Nothing may be fetched, sent, framed or run but what stands in the page. Pictures: those
    that the player gives (`blob:`) and the empty icon (`data:`)."""
    own = " ".join(map(allowed, parts))
    return (
        f"default-src 'none'; script-src {own}; style-src {allowed(style)}; "
        "img-src blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'"
    )


def page() -> str:
    """The whole page."""
    check_vendor()
    style, parts = read("src/style.css"), scripts()
    for text in (style, *parts):
        if re.search("</(script|style)|<!--", text):
            raise ValueError("this text would end its element")
    filled = {
        "POLICY": policy(style, parts),
        "STYLE": f"<style>{style}</style>",
        "SCRIPTS": "\n".join(f"<script>{text}</script>" for text in parts),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], read("src/page.html"))


def main() -> None:
    """Write the page and the hash that clubs publish."""
    text = page().encode()
    (HERE / "index.html").write_bytes(text)
    digest = sha256(text).hexdigest()
    (HERE / "index.html.sha256").write_text(f"{digest}  index.html\n", encoding="ascii")
    sys.stdout.write(f"{digest}  {len(text)} bytes\n")


if __name__ == "__main__":
    main()
