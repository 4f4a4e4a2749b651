#!/bin/sh
# Writes the locks anew: every version pinned, every file hashed, no index address recorded.
# Run it after a change of a range in pyproject.toml, or to take up new releases.
set -eu
cd "$(dirname "$0")/.."

workplace=build/lock
[ -x "$workplace/bin/uv" ] || { python3 -m venv "$workplace" && "$workplace/bin/pip" install --quiet uv; }

lock() {
    target=$1
    shift
    echo "writing $target"
    "$workplace/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --upgrade --extra build "$@" pyproject.toml --output-file "$target"
}

lock requirements.lock
lock requirements-dev.lock --extra dev
lock requirements-pi4.lock --extra pi4
lock requirements-pi5.lock --extra pi5
