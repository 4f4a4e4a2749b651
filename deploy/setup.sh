#!/bin/sh
# Prepares this checkout: Debian packages, a virtual environment, the locked Python packages.
#   deploy/setup.sh run   what the table needs
#   deploy/setup.sh dev   what its tests need as well
#   deploy/setup.sh soak  and what the long runs need: an emulated machine, and what builds its module
# A second run finds everything in place and says so in one line.
set -eu
cd "$(dirname "$0")/.."

purpose=${1:-run}
venv=.venv
case $purpose in
    run) lock=requirements.lock ;;
    dev | soak) lock=requirements-dev.lock ;;
    *) echo "usage: deploy/setup.sh run|dev|soak" >&2; exit 2 ;;
esac

screen_packages="libgl1-mesa-dri libgles2 libegl1 libgbm1 libgl1 libmtdev1"
test_packages="chromium xvfb xdotool x11-utils imagemagick systemd zbar-tools shellcheck golang-go golang-golang-x-mod-dev openssl strace swtpm tpm2-tools"
emulator_packages="qemu-system-x86 gcc make xz-utils"
packages="python3-venv $screen_packages"
[ "$purpose" = run ] || packages="$packages $test_packages"
[ "$purpose" != soak ] || packages="$packages $emulator_packages"

say() { echo "[setup] $*"; }

# What a program says of its work goes to a log: half of it reads like a fault and is none.
#   logged LOG COMMAND...
logged() {
    log=$1
    shift
    "$@" >>"$log" 2>&1
}

# Why it failed, in its own words, and what to do.
#   failed LOG WHAT ZH EN
failed() {
    grep -iE 'error|fail|refused|unreachable|resolve|timed out|no space|^E:' "$1" | tail -n 8 >&2 || true
    say "$2 failed; the whole story is in $1"
    say "怎么办：$3"
    say "What to do: $4"
    exit 1
}

missing_packages() {
    for package in $packages; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "install ok installed" \
            || printf ' %s' "$package"
    done
}

install_packages() {
    if [ "$(id -u)" = 0 ]; then as_root=""
    elif command -v sudo >/dev/null && sudo -v; then as_root=sudo
    else
        say "These Debian packages are missing and need an administrator."
        say "Run this line, then try again:"
        echo "    sudo apt-get install --no-install-recommends$1"
        exit 1
    fi
    say "installing Debian packages (details in build/packages.log):$1"
    mkdir -p build
    : >build/packages.log
    # shellcheck disable=SC2086  # the list is meant to be split
    { logged build/packages.log $as_root apt-get update \
        && logged build/packages.log $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y --no-install-recommends $1; } \
        || failed build/packages.log apt-get \
            "检查网络和软件源（/etc/apt/sources.list），然后再运行一次。" \
            "see to the network and to the sources of apt (/etc/apt/sources.list), then run it again."
}

check_python() {
    python3 - <<'PYTHON' || exit 1
import sys
if not (3, 11) <= sys.version_info < (3, 14):
    sys.exit(f"[setup] Python 3.11 to 3.13 is needed; python3 here is {sys.version.split()[0]}.")
PYTHON
}

install_python_packages() {
    stamp=$venv/.installed-${lock%.lock}
    wanted=$(cat "$lock" pyproject.toml deploy/setup.sh | sha256sum | cut -d' ' -f1)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
        say "ready ($purpose)"
        return
    fi
    story=build/python.log
    mkdir -p build
    : >$story
    if [ ! -x "$venv/bin/pip" ]; then
        say "making the virtual environment $venv"
        logged $story python3 -m venv --clear "$venv" \
            || failed $story "python3 -m venv" \
                "装好 python3-venv，看看磁盘有没有空间，然后再运行一次。" \
                "install python3-venv, see whether the disk has room, then run it again."
    fi
    say "installing $(grep -c '==' "$lock") Python packages from $lock (a minute or two; details in $story)"
    { logged $story "$venv/bin/python" -m pip install --disable-pip-version-check --require-hashes -r "$lock" \
        && logged $story "$venv/bin/python" -m pip install --disable-pip-version-check --no-deps --no-build-isolation -e .; } \
        || failed $story pip \
            "检查网络，或用 PIP_INDEX_URL 指定一个能访问的 PyPI 镜像，然后再运行一次。" \
            "see to the network, or name a mirror of PyPI that you can reach in PIP_INDEX_URL, then run it again."
    echo "$wanted" > "$stamp"
    say "ready ($purpose)"
}

if command -v dpkg-query >/dev/null; then
    missing=$(missing_packages)
    [ -z "$missing" ] || install_packages "$missing"
else
    say "This is not Debian: please see to it that these are installed: $packages"
fi
check_python
install_python_packages
