#!/bin/sh
# Makes what the emulated machine needs, under build/emulator: Debian's kernel, the module gpio-sim
# that it lacks (built from the same release's source), a first file system, and rpi-lgpio.
# Installs nothing and needs no administrator. A second run finds everything in place.
# Exit 77 with a reason on the last line: it cannot be made on this computer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${1:-python3}
root=$(cd "$here/../.." && pwd)
out=$root/build/emulator

cannot() { echo "$*"; exit 77; }

[ "$(uname -m)" = x86_64 ] || cannot "the emulated machine is an x86-64 one; this computer is not"
for tool in qemu-system-x86_64:qemu-system-x86 gcc:gcc make:make xz:xz-utils apt-get:apt dpkg-deb:dpkg; do
    command -v "${tool%%:*}" >/dev/null || cannot "${tool%%:*} is missing (apt-get install ${tool##*:})"
done

stamp=$out/made
wanted=$("$python" --version; cat "$here/build.sh" "$root/requirements-pi5.lock" | sha256sum)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi

named() { apt-cache depends --no-recommends --no-suggests "$1" | sed -n "s/.*Depends: \($2\)\$/\1/p" | head -n 1; }
headers=$(named linux-headers-amd64 'linux-headers-.*')
[ -n "$headers" ] || cannot "apt knows no kernel (apt-get update)"
release=${headers#linux-headers-}
common=$(named "$headers" 'linux-headers-.*-common')
kbuild=$(named "$headers" 'linux-kbuild-.*')
source=linux-source-$(echo "$release" | cut -d. -f1,2)

rm -rf "$out"
mkdir -p "$out/debs" "$out/tree" "$out/module" "$out/first/modules" "$out/site"
cd "$out"

echo "[emulator] fetching the kernel $release and its source (230 MB)"
(cd debs && apt-get download -q "linux-image-$release" "$headers" "$common" "$kbuild" "$source" busybox-static) \
    >fetch.log 2>&1 || cannot "the packages cannot be fetched: $(tail -n 1 fetch.log)"
for package in debs/linux-[ihk]*.deb debs/busybox*.deb; do dpkg-deb -x "$package" tree; done

echo "[emulator] building gpio-sim"
dpkg-deb --fsys-tarfile debs/linux-source-*.deb | tar -xO --wildcards './usr/src/*.tar.xz' \
    | tar -xJ -C module --strip-components=1 --wildcards \
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
mv module/drivers/gpio/gpio-sim.c module/sim.c
mv module/drivers/gpio/gpiolib.h module/kernel/irq/irq_sim.c module/
# The kernel exports the second of these to modules and not the first.
sed -i 's/irq_to_desc(\([^)]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' module/irq_sim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := sim.o irq_sim.o\n' >module/Makefile
# Debian's file names the place where the package would be installed.
echo "include $out/tree/usr/src/$common/Makefile" >"tree/usr/src/$headers/Makefile"
make -C "tree/usr/src/$headers" M="$out/module" modules >module.log 2>&1 \
    || { tail -n 20 module.log; exit 1; }

# Each after those that it needs; the emulated machine loads them in this order.
order=10
for module in virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci \
    netfs fscache 9pnet 9pnet_virtio 9p configfs gpio-sim; do
    find tree/lib/modules module -name "$module.ko" -exec cp {} "first/modules/$order-$module.ko" \;
    order=$((order + 1))
done
mkdir first/bin first/dev first/proc first/sys first/host
cp tree/bin/busybox first/bin/
mv tree/boot/vmlinuz-* kernel

echo "[emulator] fetching rpi-lgpio"
awk '/^[^ ]/ { ours = /^(rpi-)?lgpio==/ } ours' "$root/requirements-pi5.lock" >pins.lock
"$python" -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
    --target site -r pins.lock >pip.log 2>&1 \
    || cannot "rpi-lgpio cannot be fetched: $(tail -n 1 pip.log)"

rm -rf tree debs module
echo "$wanted" >"$stamp"
