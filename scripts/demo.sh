#!/bin/sh
# Runs the service with the telephony mock and plays an office on it until it is stopped.
# Ends in exec, so that a Ctrl-C or SIGTERM reaches the program itself.
set -eu
here="$(cd "$(dirname "$0")/.." && pwd)"
. "$here/scripts/attend.sh"
attend TERM sh "$here/scripts/install.sh"
attend TERM sh "$here/scripts/build.sh" home
exec "$here/node_modules/.bin/node" "$here/scripts/demo/demo.ts" "$@"
