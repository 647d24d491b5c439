#!/bin/sh
# Builds the home page when one of its sources is newer than the last build.
# Prints to standard error only, as install.sh does.
set -eu
cd "$(dirname "$0")/.."
. scripts/attend.sh
built=packages/home/dist/.built
if [ ! -e "$built" ] || [ -n "$(find packages/home/src packages/home/index.html packages/home/build.ts packages/home/vite.config.ts \
  packages/client/src packages/contract/src packages/records/src package-lock.json -newer "$built" | head -n 1)" ]; then
  echo "hookline: building the home page ..." >&2
  attend TERM node_modules/.bin/node packages/home/build.ts >&2
fi
