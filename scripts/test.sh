#!/bin/sh
# Installs what the tests need, runs every tier and passes its arguments on to Vitest.
set -eu
cd "$(dirname "$0")/.."
. scripts/attend.sh
attend TERM sh scripts/install.sh
# Tests start `node`, which has to be the one among the packages, with npm before this or without.
export PATH="$PWD/node_modules/.bin:$PATH"
attend TERM sh scripts/build.sh
sh scripts/install-debian.sh chromium:chromium \
  chromium-headless-shell:chromium-headless-shell nginx:nginx-light caddy:caddy curl:curl \
  systemd-analyze:systemd openssl:openssl php:php-cli php-soap libsoap-lite-perl postgresql python3-panoramisk \
  kamailio:kamailio sipp:sip-tester baresip:baresip-core nats-server:nats-server
# Hundreds of processes are started on the way; compiled code is kept for the next one.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node-compile}"
exec node node_modules/vitest/vitest.mjs run "$@"
