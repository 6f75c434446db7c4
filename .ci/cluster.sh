#!/usr/bin/env bash
# Manages a small cluster for tests in a separate folder: a PostgreSQL primary, a streaming standby, PgBouncer in
# transaction mode, and Redis.
#
#   cluster.sh install                  installs missing packages (Debian), and prints TEST_CLUSTER=… with the path of
#                                       this script for tests
#   cluster.sh start FOLDER [SERVER…]   starts servers, including killed ones; prints TEST_<SERVER>_URL=… for each:
#                                       primary, standby, pgbouncer, redis
#   cluster.sh kill FOLDER SERVER       kills a server with SIGKILL
#   cluster.sh pause|resume FOLDER SERVER
#   cluster.sh promote FOLDER           promotes the standby to primary and points PgBouncer to it
#   cluster.sh lag FOLDER on|off        pauses or resumes replay on the standby
#   cluster.sh remove FOLDER            kills all servers and deletes the folder
set -euo pipefail

# PostgreSQL and PgBouncer do not run as root.
as_server() {
  if [ "$(id -u)" -eq 0 ]; then (cd "$home" && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); else "$@"; fi
}

postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

install() {
  [ -n "$(postgres_bin)" ] && [ -x /usr/sbin/pgbouncer ] && [ -x /usr/bin/redis-server ] && return
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq postgresql pgbouncer redis-server >&2
}

free_port() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'; }

# A server keeps its port when it is restarted.
port_of() { # SERVER
  [ -s "$home/$1.port" ] || free_port >"$home/$1.port"
  cat "$home/$1.port"
}

pid_of() { # SERVER
  case $1 in
    primary | standby) head -n 1 "$home/$1/postmaster.pid" ;;
    *) cat "$home/$1.pid" ;;
  esac
}

running() { local pid; pid=$(pid_of "$1" 2>/dev/null) && kill -0 "$pid" 2>/dev/null; } # SERVER

postgres() { # SERVER
  as_server "$(postgres_bin)/pg_ctl" --pgdata="$home/$1" --log="$home/$1.log" --wait --silent \
    --options="-p $(port_of "$1") -h 127.0.0.1 -k '$home' -c fsync=off -c max_connections=200 -c wal_level=replica -c hot_standby=on" start >&2
}

start_primary() {
  if [ ! -d "$home/primary" ]; then
    as_server "$(postgres_bin)/initdb" --pgdata="$home/primary" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null
  fi
  postgres primary
}

# The primary must be running.
start_standby() {
  if [ ! -d "$home/standby" ]; then
    as_server "$(postgres_bin)/pg_basebackup" --host=127.0.0.1 --port="$(port_of primary)" --username=postgres --pgdata="$home/standby" \
      --write-recovery-conf --wal-method=stream --checkpoint=fast --no-sync >&2
  fi
  postgres standby
}

start_pgbouncer() {
  [ -s "$home/pgbouncer.ini" ] || configure_pgbouncer primary
  as_server /usr/sbin/pgbouncer --daemon --quiet "$home/pgbouncer.ini" >&2
  wait_for pgbouncer
}

configure_pgbouncer() { # SERVER
  cat >"$home/pgbouncer.ini" <<INI
[databases]
* = host=127.0.0.1 port=$(port_of "$1")
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $(port_of pgbouncer)
unix_socket_dir =
auth_type = any
auth_file = $home/users.txt
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
server_login_retry = 1
logfile = $home/pgbouncer.log
pidfile = $home/pgbouncer.pid
INI
  echo '"postgres" ""' >"$home/users.txt"
  # With the type "any", all clients are this user.
  sed -i 's/^\* = /&user=postgres /' "$home/pgbouncer.ini"
}

start_redis() {
  redis-server --port "$(port_of redis)" --bind 127.0.0.1 --databases 1000 --daemonize yes --dir "$home" --pidfile "$home/redis.pid" --logfile "$home/redis.log" --save '' >&2
  wait_for redis
}

wait_for() { # SERVER
  for _ in $(seq 100); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$(port_of "$1")") 2>/dev/null; then return; fi
    sleep 0.05
  done
  echo "$1 does not accept connections" >&2
  return 1
}

start() { # SERVER…
  mkdir -p "$home"
  [ "$(id -u)" -ne 0 ] || chown postgres "$home"
  local server
  for server in "$@"; do
    running "$server" || "start_$server"
    case $server in
      redis) echo "TEST_REDIS_URL=redis://127.0.0.1:$(port_of redis)" ;;
      *) echo "TEST_${server^^}_URL=postgres://postgres@127.0.0.1:$(port_of "$server")/postgres" ;;
    esac
  done
}

# Kills the server and all of its processes. Removes its PID files, because `running` could mistake a different process
# with the same PID for the server.
kill_server() { # SERVER
  running "$1" || return 0
  local pid
  pid=$(pid_of "$1")
  pkill -KILL -P "$pid" 2>/dev/null || true
  kill -KILL "$pid" 2>/dev/null || true
  while kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
  rm -f "$home/$1.pid" "$home/$1/postmaster.pid"
}

# Sends a signal to the server and all of its processes.
signal() { # SIGNAL SERVER
  local pid
  pid=$(pid_of "$2")
  kill "-$1" "$pid"
  pkill "-$1" -P "$pid" || true
}

on_standby() { as_server psql --quiet --no-psqlrc --host=127.0.0.1 --port="$(port_of standby)" --username=postgres --command="$1" >/dev/null; } # SQL

promote() {
  as_server "$(postgres_bin)/pg_ctl" --pgdata="$home/standby" --wait --silent promote >&2
  if running pgbouncer; then
    configure_pgbouncer standby
    kill -HUP "$(pid_of pgbouncer)"
  fi
}

command=${1:-}
if [ "$command" = install ]; then
  install
  echo "TEST_CLUSTER=$(readlink -f "$0")"
  exit
fi
if [ $# -lt 2 ]; then
  sed -n '2,/^set/s/^# \?//p' "$0" >&2
  exit 3
fi
mkdir -p "$2"
home=$(cd "$2" && pwd)
shift 2
case $command in
  start) start "$@" ;;
  kill) kill_server "$1" ;;
  pause) signal STOP "$1" ;;
  resume) signal CONT "$1" ;;
  promote) promote ;;
  lag) if [ "$1" = on ]; then on_standby 'SELECT pg_wal_replay_pause()'; else on_standby 'SELECT pg_wal_replay_resume()'; fi ;;
  remove)
    for server in pgbouncer redis standby primary; do kill_server "$server"; done
    rm -rf "$home"
    ;;
  *) exit 3 ;;
esac
