#!/bin/sh
# Turns this checkout into the services of a card table, on Debian 12/13 or Raspberry Pi OS.
# Run again after an update: what is in place stays, the configuration is never overwritten.
# docs/install.md explains every step.
set -eu
cd "$(dirname "$0")/.."
checkout=$(pwd -P)

usage() {
    cat <<'USAGE'
deploy/install.sh [options]        安装牌桌服务 / install the services of a card table
  --dry-run            只列出步骤 / list the steps, change nothing
  --seats E,N,W,S      每座一屏的座位 / seats that have a screen of their own (default: all four)
  --one-screen         四座共用一屏 / four seats on one screen
  --origin NAME        牌桌名称 / name of the table, in a new configuration
  --gpio pi4|pi5|none  引脚模块；默认按主板型号 / pin module; by the board model if not given
  --no-venv            不建 Python 环境 / leave the Python environment alone
  --no-start           不启动 / enable the services but do not start them
  --root DIR           装入目录 DIR，不建环境 / stage into DIR, without the Python environment
  --uninstall          卸载，保留记录与配置 / remove; records and configuration stay
  --purge              与 --uninstall 同用：一并删除记录 / with --uninstall: remove them too
USAGE
}

dry='' root='' seats=E,N,W,S origin='' gpio='' venv=yes start=yes uninstall='' purge=''
fail() { echo "[install] $*" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --no-venv) venv= ;;
        --no-start) start= ;;
        --one-screen) seats=all ;;
        --uninstall) uninstall=yes ;;
        --purge) purge=yes ;;
        --seats | --origin | --gpio | --root)
            # Not the next option either: a dry run that was swallowed would be a real one.
            case ${2-} in
                "" | -*) fail "$1: 缺少参数 / needs a value" ;;
            esac
            case $1 in
                --seats) seats=$2 ;;
                --origin) origin=$2 ;;
                --gpio) gpio=$2 ;;
                --root) root=$2 ;;
            esac
            shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; fail "$1: 没有这个选项 / there is no such option" ;;
    esac
    shift
done
[ -z "$purge" ] || [ -n "$uninstall" ] || fail "--purge: 只能与 --uninstall 同用 / only with --uninstall"
case $origin in
    *[!A-Za-z0-9._:/-]* | ?????????????????????????????????????????????????????????????????*)
        fail "--origin: 应为 1 到 64 个字母、数字或 . _ : / - / expected 1 to 64 letters, digits or . _ : / -" ;;
esac
case $root in
    "" | /*) ;;
    *) root=$PWD/$root ;;
esac
root=${root%/}

home=/opt/table-firmware
config=/etc/table-firmware
state=/var/lib/table-firmware
units=/etc/systemd/system
command=/usr/local/bin/tablectl
uploads="table-upload table-upload-server"
changes=0
trap '[ $? = 0 ] || say "未完成，见上文；改正后可再次运行" "not finished, see above; run it again"' EXIT

say() { echo "[install] $1 / $2"; }
act() {
    changes=$((changes + 1))
    if [ -z "$dry" ]; then "$@"; return; fi
    case $1 in
        make_link) would ln -sfn "$2" "$3" ;;
        make_release)
            would /usr/bin/python3 -m venv "$2"
            would "$2/bin/python" -m pip install --require-hashes -r "$lock"
            would "$2/bin/python" -m pip install --no-deps "$PWD" ;;
        *) would "$@" ;;
    esac
}
would() { echo "    将执行 / would run: $*"; }
# On a running system only: a staged tree or a chroot has none.
live() {
    [ -z "$root" ] || return 0
    if [ -n "$dry" ] || [ -d /run/systemd/system ]; then act "$@"; fi
}
is_link_to() { [ "$(readlink "$1" 2>/dev/null)" = "$2" ]; }

# put MODE SOURCE TARGET: install a file unless it is there already, with that content and mode.
put() {
    if cmp -s "$2" "$root$3" && [ "$(stat -c %a "$root$3")" = "$1" ]; then return; fi
    say "写入 $3" "writing $3"
    act install -D -m "$1" "$2" "$root$3"
}
# renew MODE TARGET COMMAND…: put what the command prints.
renew() {
    mode=$1 target=$2
    shift 2
    made=$(mktemp)
    "$@" >"$made"
    if [ -z "$dry" ]; then put "$mode" "$made" "$target"
    elif ! cmp -s "$made" "$root$target"; then would_write "$mode" "$target"
    fi
    rm -f "$made"
}
would_write() {
    changes=$((changes + 1))
    say "写入 $2" "writing $2"
    echo "    将写入 / would write: $root$2 ($1)"
}
# keep MODE SOURCE TARGET: as put, but what an administrator may have edited stays.
keep() { [ -e "$root$3" ] || put "$1" "$2" "$3"; }
link() {
    is_link_to "$root$2" "$1" && return
    act make_link "$1" "$root$2"
}
make_link() {
    mkdir -p "${2%/*}"
    ln -sfn "$1" "$2"
}
remove() {
    for path in "$@"; do
        [ -e "$root$path" ] || [ -L "$root$path" ] || continue
        say "删除 $path" "removing $path"
        act rm -rf "$root$path"
    done
}

# ---------------------------------------------------------------- which seats, which board

# instances: the screens to run, by compass name; each has a unit, a user and an environment file.
name_of() {
    case $1 in
        E) echo east ;; N) echo north ;; W) echo west ;; S) echo south ;; all) echo all ;;
        *) fail "--seats: 没有座位 $1 / there is no seat $1" ;;
    esac
}
instances() {
    for seat in $(echo "$seats" | tr , ' '); do name_of "$seat"; done
}
letters_of() {
    case $1 in
        east) echo E ;; north) echo N ;; west) echo W ;; south) echo S ;; all) echo E,S,W,N ;;
    esac
}
names=$(instances)
[ -n "$names" ] || fail "--seats: 至少一个座位 / at least one seat"

chosen_gpio=$gpio
board_model() { tr -d '\0' 2>/dev/null </proc/device-tree/model || true; }
if [ -z "$gpio" ]; then
    case $(board_model) in
        *"Raspberry Pi 5"* | *"Compute Module 5"*) gpio=pi5 ;;
        *"Raspberry Pi"*) gpio=pi4 ;;
        *) gpio=none ;;
    esac
fi
case $gpio in
    none) lock=requirements.lock ;;
    pi4 | pi5) lock=requirements-$gpio.lock ;;
    *) fail "--gpio: pi4, pi5, none" ;;
esac

# ---------------------------------------------------------------- steps of installing

install_debian_packages() {
    wanted="python3-venv libgl1-mesa-dri libgles2 libegl1 libgbm1 libgl1 libmtdev1 alsa-utils"
    [ "$gpio" = none ] || wanted="$wanted python3-dev gcc"
    missing=
    for package in $wanted; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "install ok installed" \
            || missing="$missing $package"
    done
    [ -n "$missing" ] && [ -z "$root" ] || return 0
    say "安装 Debian 软件包:$missing" "installing Debian packages:$missing"
    act apt-get update -qq
    # shellcheck disable=SC2086  # the list is meant to be split
    act env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

# Each release has its own environment; the link `venv` moves to it when it is complete.
release_id() {
    find "$lock" pyproject.toml table_firmware hal ui_kiosk -type f ! -name '*.pyc' -print0 \
        | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16
}
install_python() {
    # An environment works only where it was made: not in a staged tree.
    [ -n "$venv" ] && [ -z "$root" ] || return 0
    release=$home/releases/$(release_id)
    is_link_to $home/venv "$release" && return
    say "建立 Python 环境 $release（约一两分钟）" \
        "making the Python environment $release (a minute or two)"
    act make_release "$release"
    link "$release" "$home/venv"
    forget_releases "$release"
}
make_release() {
    source=$(mktemp -d)
    rm -rf "$1"
    # Not a python3 of somebody's home: the services cannot see homes.
    /usr/bin/python3 -m venv "$1"
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
    cp -r pyproject.toml README.md LICENSE table_firmware hal ui_kiosk "$source"
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
        --no-build-isolation "$source"
    rm -rf "$source"
}
forget_releases() {
    for old in "$home"/releases/*; do
        [ "$old" != "$1" ] || continue
        [ ! -d "$old" ] || act rm -rf "$old"
    done
}

install_users() {
    put 644 systemd/table.sysusers /usr/lib/sysusers.d/table-firmware.conf
    put 644 systemd/table.tmpfiles /usr/lib/tmpfiles.d/table-firmware.conf
    if ! grep -q '^table-seat-all:' "$root/etc/passwd" 2>/dev/null; then
        say "建立系统用户" "making the system users"
        [ -d "$root/etc" ] || act mkdir -p "$root/etc"
        act systemd-sysusers --root="${root:-/}" table-firmware.conf
    fi
    # Only root can give directories away; a tree staged by others gets them at its first boot.
    if ! [ -d "$root$state/acks" ] && [ "$(id -u)" = 0 ]; then
        say "建立状态文件夹 $state" "making the directories of $state"
        act systemd-tmpfiles --root="${root:-/}" --create table-firmware.conf
    fi
}

install_files() {
    put 755 deploy/seat-screen.sh $home/bin/seat-screen
    for page in hardware install technician faults serial-protocol; do
        put 644 docs/$page.md $home/docs/$page.md
        put 644 docs/$page.zh-CN.md $home/docs/$page.zh-CN.md
    done
    for page in docs/adr/*.md; do put 644 "$page" "$home/$page"; done
    put 644 deploy/table.toml $home/docs/table.toml
    put 755 deploy/install-again.sh $home/bin/install-again
    renew 644 $home/installed installed
    # Somebody else's program of this name stays.
    [ -e "$root$command" ] || link $home/venv/bin/tablectl $command
    for unit in table-controller.service table-seat@.service table-upload.service \
        table-upload.timer table-upload-server.service table-upload-server.timer; do
        put 644 systemd/$unit $units/$unit
    done
    put 644 systemd/70-table-firmware.rules /etc/udev/rules.d/70-table-firmware.rules
    keep 644 systemd/71-table-panels.rules /etc/udev/rules.d/71-table-panels.rules
}

# What install-again reads: this checkout, and the options to keep.
installed() {
    echo "$checkout"
    echo "--seats $(echo "$seats" | tr ' ' ,)${chosen_gpio:+ --gpio $chosen_gpio}"
}

id_of() { # id_of FILE NAME: the number of a user (passwd) or a group (group)
    sed -n "s/^$2:[^:]*:\([0-9]*\):.*/\1/p" "$root/etc/$1" 2>/dev/null
}
seat_access() {
    printf '\n[seats]\n'
    for seat in E N W S; do
        if [ "$seats" = all ]; then user=table-seat-all; else user=table-seat-$(name_of $seat); fi
        echo "$seat = { uid = $(id_of passwd "$user"), gid = $(id_of group "$user") }"
    done
}
new_config() {
    source=simulated
    if [ -n "$root" ]; then [ "$gpio" = none ] || source=hwrng
    elif [ -e /dev/hwrng ]; then source=hwrng; fi
    name=${origin:-table.$(uname -n)}
    case $source,$name in
        simulated,*simulated*) ;;
        simulated,*) name=$name.simulated ;;
    esac
    sed -e "s|^origin = .*|origin = \"$name\"|" -e "s|^source = .*|source = \"$source\"|" \
        deploy/table.toml
    seat_access
}
seat_environment() {
    cat <<ENVIRONMENT
# 座位屏幕 / Screen of seat $1. See docs/hardware.md.
SEATS=$(letters_of "$1")
# 显示接口 / connector, one of /sys/class/drm/card*-NAME; empty: the first connected
SEAT_OUTPUT=
# 0, 90, 180, 270
SEAT_ROTATION=0
# 1280x720; empty: as the output
SEAT_SIZE=
SEAT_TOUCH=$(touch_of "$1")
# 背光 / backlight of the panel, one of /sys/class/backlight; empty: none
SEAT_BACKLIGHT=
# tablectl seat --help
SEAT_OPTIONS=
ENVIRONMENT
}
touch_of() { [ "$1" = all ] || echo "/dev/input/table/seat-$(letters_of "$1")"; }

# write MODE TARGET COMMAND…: as renew, but what an administrator may have edited stays.
write() {
    [ ! -e "$root$2" ] || return 0
    if [ -n "$dry" ]; then would_write "$1" "$2"; else renew "$@"; fi
}
install_configuration() {
    write 640 $config/table.toml new_config
    for name in $names; do write 640 $config/seat-"$name".env seat_environment "$name"; done
    # The configuration is read by the controller, not by seats.
    if [ -z "$dry" ] && [ "$(id -u)" = 0 ]; then
        chgrp -R "$(id_of group table)" "$root$config"
    fi
}

enable_services() {
    link $units/table-controller.service $units/multi-user.target.wants/table-controller.service
    for name in $uploads; do
        link "$units/$name.timer" "$units/timers.target.wants/$name.timer"
    done
    for name in east north west south all; do
        wants=$units/multi-user.target.wants/table-seat@$name.service
        if echo "$names" | grep -qx "$name"; then link $units/table-seat@.service "$wants"
        elif [ -L "$root$wants" ]; then
            live systemctl stop "table-seat@$name.service"
            remove "$wants"
        fi
    done
}
start_services() {
    [ "$changes" != 0 ] || return 0
    live systemctl daemon-reload
    if [ -e /run/udev/control ] || [ -n "$dry" ]; then
        live udevadm control --reload
        live udevadm trigger --subsystem-match=gpio --subsystem-match=misc --subsystem-match=input --subsystem-match=backlight
    fi
    [ -n "$start" ] && [ -z "$root" ] || return 0
    say "启动服务" "starting the services"
    live systemctl restart table-controller.service
    for name in $uploads; do live systemctl restart "$name.timer"; done
    for name in $names; do live systemctl restart "table-seat@$name.service"; done
}

# ---------------------------------------------------------------- removing

remove_services() {
    for unit in table-controller.service table-upload.timer table-upload.service \
        table-upload-server.timer table-upload-server.service; do
        [ ! -e "$root$units/$unit" ] || live systemctl disable --now $unit
    done
    for wants in "$root$units"/multi-user.target.wants/table-seat@*.service; do
        [ -L "$wants" ] || continue
        live systemctl disable --now "${wants##*/}"
        remove "${wants#"$root"}"
    done
}
uninstall() {
    remove_services
    ! is_link_to "$root$command" $home/venv/bin/tablectl || remove $command
    remove $units/multi-user.target.wants/table-controller.service \
        $units/timers.target.wants/table-upload.timer \
        $units/timers.target.wants/table-upload-server.timer \
        $units/table-controller.service $units/table-seat@.service \
        $units/table-upload.service $units/table-upload.timer \
        $units/table-upload-server.service $units/table-upload-server.timer \
        /etc/udev/rules.d/70-table-firmware.rules /usr/lib/sysusers.d/table-firmware.conf \
        /usr/lib/tmpfiles.d/table-firmware.conf $home
    if [ -n "$purge" ]; then remove $state $config /etc/udev/rules.d/71-table-panels.rules
    else
        say "保留：$state $config 与系统用户" "kept: $state, $config and the system users"
    fi
    if [ "$changes" != 0 ]; then
        live systemctl daemon-reload
        live systemctl reset-failed 'table-*'
    fi
}

# ---------------------------------------------------------------- the whole

done_message() {
    if [ "$changes" = 0 ]; then say "无需更改" "nothing to do"
    elif [ -n "$dry" ]; then say "以上为预演，未作更改" "that was a dry run: nothing was changed"
    else say "完成" "done"; fi
}
if [ -z "$root$dry" ] && [ "$(id -u)" != 0 ]; then
    fail "需要管理员权限：sudo deploy/install.sh / needs an administrator: sudo deploy/install.sh"
fi
if [ -n "$uninstall" ]; then uninstall
else
    install_debian_packages
    install_python
    install_users
    install_files
    install_configuration
    enable_services
    start_services
    [ -n "$dry$root" ] || say "配置：$config/table.toml" "configuration: $config/table.toml"
fi
done_message
