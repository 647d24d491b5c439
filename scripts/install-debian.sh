#!/bin/sh
# install-debian.sh COMMAND:PACKAGE ...   installs the Debian packages whose command is absent.
set -eu
PATH="$PATH:/usr/sbin:/sbin"
missing=""
for pair in "$@"; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
  echo "hookline: the tests need programs that are not installed. On Debian or Ubuntu run:" >&2
  echo "  sudo apt-get update && sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "hookline: installing Debian packages:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# A package such as nginx starts its service on installation; the tests run their own.
policy=/usr/sbin/policy-rc.d
made_policy=""
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"
  made_policy=yes
fi
trap '[ -z "$made_policy" ] || rm -f "$policy"' EXIT
log="$(mktemp)"
# shellcheck disable=SC2086
if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "hookline: apt-get could not install$missing" >&2
  exit 1
fi
rm -f "$log"
