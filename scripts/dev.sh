#!/bin/sh
# Runs the service and restarts it whenever a source file changes.
set -eu
here="$(cd "$(dirname "$0")/.." && pwd)"
. "$here/scripts/attend.sh"
attend TERM sh "$here/scripts/install.sh"
exec "$here/node_modules/.bin/node" --watch --watch-preserve-output "$here/packages/server/src/main.ts" "$@"
