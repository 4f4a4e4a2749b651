#!/bin/sh
# Starts the screen of a seat on the output that its environment file names (SEAT_OUTPUT, such as
# HDMI-A-1 or DSI-1). Card numbers change between boots, connector names do not.
set -eu
drm=${SEAT_DRM:-/sys/class/drm}
tablectl=${SEAT_TABLECTL:-/opt/table-firmware/venv/bin/tablectl}

connectors() {
    for status in "$drm"/card*-*/status; do
        [ -e "$status" ] || continue
        name=${status%/status}
        echo "${name##*/}: $(cat "$status")"
    done
}

card_of() {
    for connector in "$drm"/card*-"$1"; do
        [ -d "$connector" ] || continue
        card=${connector##*/card}
        echo "${card%%-*}"
        return
    done
    echo "TBL-502 没有显示接口 $1 / there is no display connector $1. 现有 / There are:" >&2
    connectors >&2
    exit 1
}

if [ -n "${SEAT_OUTPUT:-}" ]; then
    SDL_KMSDRM_DEVICE_INDEX=$(card_of "$SEAT_OUTPUT")
    SDL_VIDEODRIVER=KMSDRM
    export SDL_KMSDRM_DEVICE_INDEX SDL_VIDEODRIVER
fi
set -- --seats "$SEATS" --run /run/table-firmware
[ -z "${SEAT_ROTATION:-}" ] || set -- "$@" --rotation "$SEAT_ROTATION"
[ -z "${SEAT_SIZE:-}" ] || set -- "$@" --size "$SEAT_SIZE"
[ -z "${SEAT_TOUCH:-}" ] || set -- "$@" --touch "$SEAT_TOUCH"
exec "$tablectl" seat "$@"
