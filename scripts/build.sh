#!/bin/sh
# Builds the home page and the server, each when one of its sources is newer than its last build.
# `build.sh home` builds the page only, for those who run the server from its sources.
# Prints to standard error only, as install.sh does.
set -eu
cd "$(dirname "$0")/.."
. scripts/attend.sh
# build WHAT BUILDER SOURCES ...
build() {
  what="$1" built="$(dirname "$2")/dist/.built" builder="$2"
  shift
  if [ ! -e "$built" ] || [ -n "$(find "$@" packages/client/src packages/contract/src packages/records/src \
    package-lock.json -newer "$built" 2>/dev/null | head -n 1)" ]; then
    echo "hookline: building the $what ..." >&2
    attend TERM node_modules/.bin/node "$builder" >&2
    touch "$built"
  fi
}
build 'home page' packages/home/build.ts packages/home/src packages/home/index.html packages/home/vite.config.ts
if [ "${1-}" != home ]; then
  build server packages/server/build.ts packages/server/src packages/server/package.json
fi
