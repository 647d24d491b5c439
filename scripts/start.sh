#!/bin/sh
# Every step ends in exec, so that the process npm made becomes the server itself:
# behind a waiting shell a SIGTERM would end the shell and orphan the server.
set -eu
here="$(cd "$(dirname "$0")/.." && pwd)"
. "$here/scripts/attend.sh"
attend TERM sh "$here/scripts/install.sh"
attend TERM sh "$here/scripts/build.sh"
# Compiled code is kept between starts; parsing is most of a cold start.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$here/node_modules/.cache/node-compile}"
exec "$here/node_modules/.bin/node" "$here/packages/server/dist/main.mjs" "$@"
