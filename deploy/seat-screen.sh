#!/bin/sh
# Starts the screen of a seat on the output that its environment file names (SEAT_OUTPUT, such as
# HDMI-A-1 or DSI-1; empty: the first that is connected), in that output's own size. Card numbers
# change between boots, connector names do not. With SDL_VIDEODRIVER set nothing is chosen here.
set -eu
drm=${SEAT_DRM:-/sys/class/drm}
python=${SEAT_PYTHON:-/opt/table-firmware/venv/bin/python}

connectors() {
    for status in "$drm"/card*-*/status; do
        [ -e "$status" ] || continue
        name=${status%/status}
        echo "${name##*/}: $(cat "$status")"
    done
}
find_connector() {
    if [ -n "${SEAT_OUTPUT:-}" ]; then
        for connector in "$drm"/card*-"$SEAT_OUTPUT"; do
            [ ! -d "$connector" ] || { echo "$connector"; return; }
        done
    else
        first=$(connectors | sed -n 's/: connected$//p' | head -n 1)
        [ -z "$first" ] || { echo "$drm/$first"; return; }
    fi
    echo "TBL-502 没有显示接口 / no display connector ${SEAT_OUTPUT:-}. 现有 / There are:" >&2
    connectors >&2
    exit 1
}

if [ -z "${SDL_VIDEODRIVER:-}" ]; then
    connector=$(find_connector)
    card=${connector##*/card}
    SDL_KMSDRM_DEVICE_INDEX=${card%%-*}
    SDL_VIDEODRIVER=KMSDRM
    export SDL_KMSDRM_DEVICE_INDEX SDL_VIDEODRIVER
    [ -n "${SEAT_SIZE:-}" ] || SEAT_SIZE=$(head -n 1 "$connector/modes" 2>/dev/null | tr -d i)
fi
set -- --seats "$SEATS" --run /run/table-firmware
[ -z "${SEAT_ROTATION:-}" ] || set -- "$@" --rotation "$SEAT_ROTATION"
[ -z "${SEAT_SIZE:-}" ] || set -- "$@" --size "$SEAT_SIZE"
[ -z "${SEAT_TOUCH:-}" ] || set -- "$@" --touch "$SEAT_TOUCH"
[ -z "${SEAT_BACKLIGHT:-}" ] || set -- "$@" --backlight "/sys/class/backlight/$SEAT_BACKLIGHT"
# shellcheck disable=SC2086  # further options are words
exec "$python" -m ui_kiosk "$@" ${SEAT_OPTIONS:-}
