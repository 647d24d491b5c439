#!/bin/sh
# boot-systemd.sh FOLDER PORT
# Boots systemd with the unit of deploy/ on a throw-away copy of this machine: what is written goes
# to memory. Run it in namespaces of its own (unshare --pid --mount --uts --ipc --cgroup).
set -eu
folder="$1"
port="$2"
here="$(cd "$(dirname "$0")/../.." && pwd)"
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
root="$folder/root"
mkdir "$folder/upper" "$folder/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
# Nothing else of this machine is started.
rm -rf "$root"/etc/systemd/system/*.wants

# What docs/operations.md tells an operator to do.
mkdir -p "$root/opt/hookline" "$root/etc/hookline"
mount --bind -o ro "$here" "$root/opt/hookline"
chroot "$root" /usr/sbin/useradd --system --user-group --home-dir /var/lib/hookline --shell /usr/sbin/nologin hookline
cat >"$root/etc/hookline/hookline.yaml" <<YAML
app.server.host: 0.0.0.0
app.server.port: $port
app.access.token: a-token-for-reading
YAML
chroot "$root" chown -R root:hookline /etc/hookline
chmod 750 "$root/etc/hookline"
chmod 640 "$root/etc/hookline/hookline.yaml"
cp "$here/deploy/hookline.service" "$root/etc/systemd/system/"
chroot "$root" install --directory --mode=0700 --owner=hookline --group=hookline /var/lib/hookline
# Ends this, and so the test, if anything is wrong.
chroot "$root" sh -c 'cd /var/lib/hookline && setpriv --reuid=hookline --regid=hookline --clear-groups /opt/hookline/node_modules/.bin/hookline check --config /etc/hookline/hookline.yaml' >&2

cd "$root"
mkdir .before
pivot_root . .before
cd /
umount -l /.before
# Else the credentials and private folders of units do not reach them.
mount --make-rshared /
export container=test
exec /lib/systemd/systemd --system --unit=hookline.service --log-target=journal --show-status=0
