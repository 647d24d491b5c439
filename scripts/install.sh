#!/bin/sh
# Installs the npm packages when the lock file is not the one they were installed from.
# Prints to standard error only: standard output belongs to the program that runs afterwards.
set -eu
cd "$(dirname "$0")/.."
. scripts/attend.sh
if ! cmp -s package-lock.json node_modules/.hookline-lock; then
  echo "hookline: installing npm packages (only needed once, and after an update) ..." >&2
  # npm prints an engine warning for every package that wants a newer Node than the one npm
  # itself runs on; the Node that will run them is among the packages.
  # Told to end, npm first waits for what it has asked the registry for. What it leaves is half a
  # folder, which the next one begins with removing.
  attend KILL npm ci --loglevel=error --no-audit --no-fund >&2
  cp package-lock.json node_modules/.hookline-lock
fi
if [ ! -x node_modules/.bin/node ]; then
  echo "hookline: no Node 26 for this machine among the npm packages." >&2
  echo "hookline: install Node 26 yourself and run: node packages/server/src/main.ts" >&2
  exit 1
fi
