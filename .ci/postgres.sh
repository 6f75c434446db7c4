#!/usr/bin/env bash
# Manages a PostgreSQL server for tests: `start` prints TEST_POSTGRES_URL=…, `stop` removes the server and its data.
set -euo pipefail
home=${TMPDIR:-/tmp}/svcgen-postgres-$(id -u)

# PostgreSQL does not run as root.
as_server() {
  if [ "$(id -u)" -eq 0 ]; then (cd "$home" && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); else "$@"; fi
}

installed() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

bin() {
  if [ -z "$(installed)" ]; then
    local sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq postgresql >&2
  fi
  installed
}

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'; }

running() { [ -s "$home/port" ] && [ -s "$home/data/postmaster.pid" ] && kill -0 "$(head -n 1 "$home/data/postmaster.pid")" 2>/dev/null; }

start() {
  if ! running; then
    local bin port
    bin=$(bin)
    port=$(free_port)
    rm -rf "$home"
    mkdir -p "$home"
    [ "$(id -u)" -ne 0 ] || chown postgres "$home"
    as_server "$bin/initdb" --pgdata="$home/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null
    as_server "$bin/pg_ctl" --pgdata="$home/data" --log="$home/log" --wait \
      --options="-p $port -h 127.0.0.1 -k '$home' -c fsync=off -c max_connections=200" start >/dev/null
    echo "$port" >"$home/port"
  fi
  echo "TEST_POSTGRES_URL=postgres://postgres@127.0.0.1:$(cat "$home/port")/postgres"
}

stop() {
  if running; then as_server "$(bin)/pg_ctl" --pgdata="$home/data" --mode=immediate stop >/dev/null; fi
  rm -rf "$home"
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  *)
    echo "usage: $0 start|stop" >&2
    exit 3
    ;;
esac
