#!/usr/bin/env bash
# Runs data-model check for the hook of pre-commit, which clones this repository. The first run builds the program; it needs Node 20.19.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
if [ ! -f "$root/dist/cli/dataModel.js" ]; then
  (cd "$root" && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent build -- --quiet) >&2
fi
exec node "$root/dist/cli/dataModel.js" check "$@"
