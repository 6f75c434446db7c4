#!/usr/bin/env bash
# Packs the repository and tests the package as a new user would on each supported version of Node.js: installs it in an
# empty folder, generates a service from the sample API written by `svcgen init`, starts it with npm, sends requests,
# and runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

npm pack --silent --ignore-scripts --pack-destination "$work" >/dev/null
package=$(ls "$work"/svcgen-*.tgz)
size=$(stat --format=%s "$package")
echo "package: $size bytes"
[ "$size" -lt 3000000 ] || { echo 'The package is larger than 3 MB' >&2; exit 1; }

try() { # MAJOR
  local home=$work/$1 platform
  platform=node-$(node -p '`${process.platform}-${process.arch}`')
  mkdir -p "$home/node" "$home/project"
  npm install --silent --no-save --prefix "$home/node" "$platform@$1"
  local prefix=$home/node/node_modules/$platform
  # Compiles native packages with the headers for this version.
  export PATH=$prefix/bin:$PATH npm_config_nodedir=$prefix
  echo "Node $(node --version)"
  cd "$home/project"
  npm install -D "$package"
  # npm has ended on a busy machine with status 0 and without the package.
  [ -x node_modules/.bin/svcgen ] || { ls -a . node_modules; npm install -D "$package"; }
  npx svcgen init shop
  npx svcgen generate shop/api.raml -o service
  npx svcgen generate shop/api.raml -o service --check
  cd service
  npm install --silent
  audit
  npm run typecheck
  npm test
  npx prettier --check .
  request_things "$home/log"
}

# Checks that no package of the project has a known vulnerability, if the registry can tell.
audit() {
  local report
  report=$(npm audit 2>&1) && { echo "$report"; return; }
  grep -q 'audit endpoint returned an error' <<<"$report" && { echo 'skipped: the registry has no audit endpoint'; return; }
  echo "$report" >&2
  return 1
}

request_things() { # LOG
  local service address='' status=0
  PORT=0 npm start >"$1" &
  service=$!
  for _ in $(seq 300); do
    address=$(grep -o 'http://[^ ]*' "$1" || true)
    [ -z "$address" ] || break
    sleep 0.1
  done
  local base
  base=$address$(node -p 'require("./openapi.json").servers[0].url')
  curl --silent --show-error --fail --json '{"username":"ada"}' "$base/users" &&
    curl --silent --show-error --fail --json '{"title":"A first story","owner":"ada"}' "$base/stories" &&
    curl --silent --show-error --fail "$base/stories?owner=ada" | grep -q '"total":1' || status=1
  kill -TERM "$service"
  wait "$service" || true
  for _ in $(seq 50); do
    curl --silent --output /dev/null "$address/healthz" || return "$status"
    sleep 0.1
  done
  echo 'The service did not stop with npm' >&2
  return 1
}

failed=0
# Tests two versions at a time, because each test spends most of its time in a single-threaded compiler.
for pair in '20.19 22' '24 26'; do
  declare -A running=()
  for major in $pair; do
    (try "$major") >"$work/output-$major" 2>&1 &
    running[$major]=$!
  done
  for major in $pair; do
    wait "${running[$major]}" || { failed=1; echo "FAILED on Node $major"; }
    cat "$work/output-$major"
  done
done
exit "$failed"
