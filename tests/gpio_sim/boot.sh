#!/bin/sh
# Boots the machine that build.sh made and runs a shell script of this computer in it.
#   tests/gpio_sim/boot.sh SCRIPT      (an absolute path; what it prints comes back, and its end)
# No acceleration, so that it runs in any container; time in there is counted by instructions, so
# that bounces last as long as they should however busy this computer is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../build/emulator
cp "$here/init" "$out/first/"
(cd "$out/first" && find . | ./bin/busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$out/first.gz"
exec nice -n 5 qemu-system-x86_64 -accel tcg -icount shift=2,sleep=off \
    -machine q35 -cpu max -smp 1 -m 1024 -nodefaults -no-reboot -display none -serial stdio -nic none \
    -kernel "$out/kernel" -initrd "$out/first.gz" \
    -append "console=ttyS0 quiet panic=-1 no_timer_check table_script=$1" \
    -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
    -device virtio-9p-pci,fsdev=host,mount_tag=host </dev/null
