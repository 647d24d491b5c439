#!/bin/sh
# nats-server.sh [old]
# Prints where the tests find a nats-server that Hookline takes part with; with `old`, one that it
# refuses. What this machine has is taken if it fits; else the package of Debian 13, or of Debian 12
# for the old one, is unpacked beside the npm packages. Both run on either, on amd64 and arm64.
set -eu
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/sbin"
suite=trixie fits=ge
if [ "${1:-}" = old ]; then suite=bookworm fits=lt; fi
folder="$PWD/node_modules/.cache/nats-server/$suite"
for server in "$folder/usr/sbin/nats-server" "$(command -v nats-server || true)"; do
  [ -x "$server" ] || continue
  version="$("$server" --version | sed 's/.*v//')"
  # Without dpkg it is not Debian, and nothing but what is there can be had.
  if ! command -v dpkg >/dev/null || dpkg --compare-versions "$version" "$fits" 2.10.23; then
    echo "$server"
    exit 0
  fi
done
keys=/usr/share/keyrings/debian-archive-keyring.gpg
if ! command -v apt-get >/dev/null || ! [ -r "$keys" ]; then
  echo "hookline: the tests need nats-server 2.10.23 or newer, which Debian 13 has: put one into the PATH" >&2
  exit 1
fi
echo "hookline: fetching nats-server of Debian ($suite)" >&2
mkdir -p "$(dirname "$folder")"
work="$(mktemp -d "$folder.XXXXXX")"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/unpacked"
: >"$work/status"
# Whatever mirror this machine gets its packages from.
mirror="$(apt-get indextargets --format '$(REPO_URI)' | grep '/debian/*$' | head -n 1)"
echo "deb [signed-by=$keys] ${mirror:-http://deb.debian.org/debian} $suite main" >"$work/sources.list"
# In folders of its own, as nobody in particular: what is installed here is not touched.
apt() {
  apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State="$work" -o Dir::State::Lists="$work/lists" -o Dir::State::Status="$work/status" \
    -o Dir::Cache="$work" -o Acquire::Languages=none -o APT::Sandbox::User= "$@"
}
if ! (cd "$work" && apt update && apt download nats-server && dpkg-deb -x nats-server_*.deb unpacked) >"$work/log" 2>&1; then
  tail -n 20 "$work/log" >&2
  echo "hookline: apt-get could not fetch nats-server of Debian ($suite); put one of 2.10.23 or newer into the PATH" >&2
  exit 1
fi
# Another run may have been as fast.
[ -d "$folder" ] || mv "$work/unpacked" "$folder"
echo "$folder/usr/sbin/nats-server"
