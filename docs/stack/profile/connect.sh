# Read by all hooks. Where the servers are and how to log in is the user's own: it is in a file that git ignores, in the main
# working directory, for example PGHOST=127.0.0.1 and PGUSER=shop. Switchyard knows names only.
if [ -f "$LANE_SOURCE_REPO/.env.stack" ]; then
  set -a
  . "$LANE_SOURCE_REPO/.env.stack"
  set +a
fi

# Runs redis-cli on the database of the lane. Without redis, the shop has no cache.
redis() {
  command -v redis-cli >/dev/null || return 0
  redis-cli -u "${REDIS_URL:-redis://127.0.0.1:6379}" -n "$REDIS_INDEX" "$@"
}
