#!/bin/sh
# Format, lint and types. With `--changed` format and lint look only at files that differ from HEAD,
# or from the commit that is named after it: `--changed main`.
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh
PATH="$PWD/node_modules/.bin:$PATH"
if [ "${1-}" = --changed ]; then
  { git diff --name-only --diff-filter=d "${2-HEAD}" && git ls-files --others --exclude-standard; } |
    tr '\n' '\0' | xargs -0 -r biome check --no-errors-on-unmatched --files-ignore-unknown=true
else
  biome check .
fi
# A change reaches files that are not changed; those that it does not reach are known from last time.
exec tsc -p tsconfig.json --incremental --tsBuildInfoFile node_modules/.cache/types
