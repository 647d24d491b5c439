#!/bin/sh
# Runs every tier, or what its arguments choose: they are passed on to Vitest. What the chosen files
# need beyond npm packages is built, started and installed by prepare-tests.ts.
set -eu
cd "$(dirname "$0")/.."
. scripts/attend.sh
attend TERM sh scripts/install.sh
# Tests start `node`, which has to be the one among the packages, with npm before this or without.
export PATH="$PWD/node_modules/.bin:$PATH"
# Hundreds of processes are started on the way; compiled code is kept for the next one.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node-compile}"
exec node node_modules/vitest/vitest.mjs run "$@"
