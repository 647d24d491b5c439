#!/bin/sh
# run-image.sh ROOT VOLUME UID GID FOLDER COMMAND...
# Runs a command of an image as a container engine would: in its file system, read-only but for the
# volume at /data, as its user. Started in a process namespace of its own, it is the first process.
set -eu
root="$1" volume="$2" uid="$3" gid="$4" folder="$5"
shift 5
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd="$folder" --setgid="$gid" --setuid="$uid" -- "$@"
