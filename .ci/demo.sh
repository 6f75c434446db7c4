#!/usr/bin/env bash
# Runs the README's first command and compares the answer that it shows.
set -euo pipefail
cd "$(dirname "$0")/.."
answer=$(npm run --silent demo)
echo "$answer"
grep -q '"title": "A first story"' <<<"$answer"
grep -q '"owner": "ada"' <<<"$answer"
