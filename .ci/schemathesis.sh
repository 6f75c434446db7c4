#!/usr/bin/env bash
# Runs Schemathesis against services generated from fixtures. Responses to both valid and invalid requests must match
# openapi.json.
set -euo pipefail
cd "$(dirname "$0")/.."
version=4.32.5
repository=$PWD
venv=$repository/.cache/schemathesis
password=a-password-for-tests

install() {
  [ "$("$venv/bin/schemathesis" --version 2>/dev/null || true)" != "Schemathesis $version" ] || return 0
  if ! python3 -c 'import ensurepip' 2>/dev/null; then
    local sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq python3-venv
  fi
  python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
}

# Prints an admin's ticket, or nothing if the service has no login.
credentials() { # ADDRESS
  local login="{\"login\":\"root\",\"password\":\"$password\"}"
  curl --silent --fail --output /dev/null --dump-header - \
    --header 'content-type: application/json' --data "$login" "$1/auth/login" |
    sed -n 's/^set-cookie: [^=]*=\([^;]*\).*/\1/Ip' || true
}

probe() { # FIXTURE EXAMPLES PHASES
  local out=.cache/schemathesis-$1 service address='' ticket api
  rm -rf "$out"
  node bin/svcgen.js generate "fixtures/$1/api.raml" -o "$out" --quiet || return 1
  (cd "$out" && "$repository/node_modules/.bin/tsc" -b) || return 1
  (cd "$out" && exec env SVC_LOG_LEVEL=silent SVC_DATABASE_URL=sqlite::memory: PORT=0 \
    SVC_SYSTEM_USER=root SVC_SYSTEM_PASSWORD="$password" SVC_SYSTEM_EMAIL=root@example.com node dist/src/main.js) >"$out/address" &
  service=$!
  for _ in $(seq 100); do
    address=$(grep -o 'http://.*' "$out/address" || true)
    [ -z "$address" ] || break
    sleep 0.1
  done
  api=$address$(node -p "require('./$out/openapi.json').servers[0].url.replace(/\/$/, '')")
  ticket=$(credentials "$api")
  local status=0
  # Schemathesis leaves files in its working directory.
  cd "$out"
  cp "$repository/.ci/schemathesis.toml" .
  check "$api" "${@:2}" || status=1
  if [ -n "$ticket" ]; then
    printf '[auth.openapi.cookie]\napi_key = "%s"\n' "$ticket" >>schemathesis.toml
    # Excludes operations that would end the admin's session: logout, deletion, and a password change.
    check "$api" "${@:2}" --exclude-path /auth/logout --exclude-path /users/self --exclude-path '/users/{username}' || status=1
  fi
  kill -0 "$service" || status=1
  kill "$service" && wait "$service" || status=1
  return "$status"
}

check() { # API EXAMPLES PHASES OPTION…
  curl --silent --fail "$1/openapi.json" | node "$repository/.ci/without-fields.mjs" >checked.json || return 1
  "$venv/bin/schemathesis" run checked.json --url "$1" --checks all --seed 1 \
    --max-examples "$2" --phases "$3" --continue-on-failure --no-color "${@:4}"
}

install
output=$(mktemp -d)
trap 'kill "${members:-}" 2>/dev/null || true; rm -rf "$output"' EXIT
# Runs two probes at a time: a probe and its service wait for each other, so two probes use two cores. The first probe
# takes about as long as the other two together.
(probe members 6 examples,coverage,fuzzing,stateful || exit 1) >"$output/members" 2>&1 &
members=$!
failed=0
(probe quickstart 20 examples,coverage,fuzzing,stateful) || failed=1
(probe library 4 examples,coverage,fuzzing) || failed=1
wait "$members" || failed=1
cat "$output/members"
exit "$failed"
