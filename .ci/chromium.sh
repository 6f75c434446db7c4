#!/usr/bin/env bash
# Prints TEST_CHROMIUM=…, the path of the browser for tests. Installs the Debian package if no browser is installed.
set -euo pipefail

installed() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! installed >/dev/null; then
  sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends chromium >&2
fi
echo "TEST_CHROMIUM=$(installed)"
