#!/bin/sh
# /opt/table-firmware/bin/install-again: runs the installer as it was run last, for a technician who
# does not know where the checkout lies, nor with which options the table was installed.
set -eu
{ IFS= read -r checkout && read -r options; } <"$(dirname "$0")/../installed"
if ! cd "$checkout"; then
    echo "[install] 源码目录不在了，请重新取得，再运行其中的 deploy/install.sh：$checkout" >&2
    echo "[install] the checkout is gone: get it again and run deploy/install.sh in it: $checkout" >&2
    exit 2
fi
# shellcheck disable=SC2086  # several words
exec deploy/install.sh $options "$@"
