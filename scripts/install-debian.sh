#!/bin/sh
# install-debian.sh COMMAND:PACKAGE|PACKAGE ...
# Installs the Debian packages whose command is absent; a package named alone brings no command
# of its own (a module of PHP or Perl, say), so dpkg is asked about it.
set -eu
PATH="$PATH:/usr/sbin:/sbin"
is_there() {
  case "$1" in
    *:*) command -v "${1%%:*}" >/dev/null 2>&1 ;;
    *)
      # Other systems cannot be asked; there the test that needs the module says so.
      ! command -v dpkg-query >/dev/null 2>&1 ||
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
      ;;
  esac
}
missing=""
for wanted in "$@"; do
  is_there "$wanted" || missing="$missing ${wanted#*:}"
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
