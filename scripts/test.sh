#!/bin/sh
# Installs what the tests need, runs every tier and passes its arguments on to Vitest.
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh
sh scripts/build-home.sh
sh scripts/install-debian.sh chromium:chromium nginx:nginx-light caddy:caddy curl:curl \
  systemd-analyze:systemd openssl:openssl php:php-cli php-soap libsoap-lite-perl postgresql
# Hundreds of processes are started on the way; compiled code is kept for the next one.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/node-compile}"
exec node_modules/.bin/node node_modules/vitest/vitest.mjs run "$@"
