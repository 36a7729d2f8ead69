#!/usr/bin/env bash
# Builds the program from this action's own files, never from those of the pull request.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -f dist/cli/bin.cjs ]; then exit 0; fi
npm install --no-audit --no-fund
npm run build
