#!/usr/bin/env bash
# Tests an emitted project's Dockerfile without Docker: executes its instructions, with a separate folder for each
# stage. Then the service must start as a non-root user, pass the health check, and exit with code 0 on SIGTERM.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")/.."
repository=$PWD
work=$(mktemp -d)
chmod 755 "$work"
user=$(id -un)
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  user=nobody
  as_user=(setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups)
fi
service=''
trap '[ -z "$service" ] || kill "$service" 2>/dev/null || true; rm -rf "$work"' EXIT

node bin/svcgen.js generate fixtures/quickstart/api.raml -o "$work/source" --quiet
# With a lock file, npm also installs the driver for Node.js 20, on which this test runs.
(cd "$work/source" && npm install --package-lock-only --ignore-scripts --no-audit --no-fund)
# Docker ignores the files in .dockerignore.
while IFS= read -r entry; do rm -rf "${work:?}/source/${entry:?}"; done <"$work/source/.dockerignore"

stage=''
declare -A last

from() { # IMAGE [as NAME]
  stage=$work/${3:-final}
  mkdir -p "$stage/app"
}

copy() { # [--from=STAGE] SOURCE… TARGET
  local base=$work/source
  if [[ $1 == --from=* ]]; then
    base=$work/${1#--from=}
    shift
  fi
  local target=${*: -1} source
  for source in "${@:1:$#-1}"; do
    # Unquoted, because a pattern can match nothing, as in Docker.
    for source in $base/${source#/}; do cp -R "$source" "$stage/app/$target"; done
  done
}

# On Node.js 20, uses this repository's compiled database driver instead of compiling it.
run() { # COMMAND
  (cd "$stage/app" && npm_config_ignore_scripts=true npm_config_prefer_offline=true bash -ec "${1//node:node/$user}")
  if [[ $1 == *"npm install"* && -d "$stage/app/node_modules/better-sqlite3" ]]; then
    rm -rf "$stage/app/node_modules/better-sqlite3"
    cp -R "$repository/node_modules/better-sqlite3" "$stage/app/node_modules/"
  fi
}

# Prints the JSON array of an instruction, one entry per line.
entries() { node -p 'JSON.parse(process.argv[1]).join("\n")' "$1"; }

while read -r instruction rest; do
  echo "$instruction $rest"
  read -ra words <<<"$rest"
  case $instruction in
    '#') ;;
    FROM) from "${words[@]}" ;;
    COPY) copy "${words[@]}" ;;
    RUN) run "$rest" ;;
    ENV) export "${words[@]?}" ;;
    HEALTHCHECK) last[HEALTHCHECK]=${rest#CMD } ;;
    USER | CMD) last[$instruction]=$rest ;;
    WORKDIR | VOLUME | EXPOSE | '') ;;
    *)
      echo "unsupported instruction: $instruction" >&2
      exit 1
      ;;
  esac
done <"$work/source/Dockerfile"

[ "${last[USER]}" = node ]
[ ! -e "$stage/app/node_modules/typescript" ]
[ ! -e "$stage/app/dist/test" ]
PORT=$(node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close() })')
export PORT
cd "$stage/app"
# The scripts run what is built, because the image has no compiler.
for script in migrate 'migrate -- status'; do
  # Unquoted, because npm expects the arguments separately.
  "${as_user[@]}" env npm_config_logs_max=0 npm run $script >>"$work/scripts"
done
grep -q '^applied 0001' "$work/scripts"
mapfile -t command < <(entries "${last[CMD]}")
mapfile -t health < <(entries "${last[HEALTHCHECK]}")
"${as_user[@]}" "${command[@]}" >"$work/log" &
service=$!
for _ in $(seq 100); do
  ! grep -q 'listening on' "$work/log" || break
  sleep 0.1
done
"${as_user[@]}" "${health[@]}" && echo 'the health check passed'
curl --silent --fail --header 'content-type: application/json' --data '{"username":"ada"}' "http://127.0.0.1:$PORT/v1/users" && echo
kill -TERM "$service"
code=0
wait "$service" || code=$?
service=''
echo "exited with code $code"
[ "$code" -eq 0 ]
if PORT=$PORT "${as_user[@]}" "${health[@]}"; then exit 1; fi
