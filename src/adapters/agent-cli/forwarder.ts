import { join } from 'node:path'
import type { Provider } from '../../commands/ports/transcripts.js'
import { replaceFile } from './replace-file.js'
import { shellQuoted } from './shell.js'

/**
 * The script that every installed hook runs. Each rule was found with the real CLIs:
 * - It passes the hook to a background process and exits 0 at once without output. An agent never waits for its observer,
 *   never fails because of it, and shows none of its output.
 * - It exits only after it has read stdin: a CLI discards input that a finished hook did not read.
 * - Claude Code kills the process groups of its hooks when it exits, and does not always wait for SessionEnd. Where setsid
 *   exists, the background process therefore starts its own session before it does anything else.
 * - If nobody listens, or the response times out, the hook goes to the spool under the same delivery id, because a listener
 *   that hung may still process the request.
 * - A refusal (4xx) is final, except 408 and 429, which say nothing about this hook.
 * - Starting curl is most of a hook's cost, and it slows down the agent too. bash can post by itself, so it does where it is
 *   available. curl is used where bash cannot connect, and for bodies that may not fit into a socket buffer at once.
 * - The pid in the server file is checked first, so that no hook is sent to another program that now uses our port.
 *
 * POSIX sh (dash, bash, busybox), except for the part that only bash runs. The body is never passed as an argument: arguments
 * are limited in length, and other users can read them.
 */
const script = `#!/bin/sh
# switchyard-hook 1
# Hands one hook of an agent CLI to Switchyard. Written by its installer; do not edit.
umask 077
provider=$1
agent=$2

if [ -z "$agent" ]; then
  exec 3<&0 >/dev/null 2>&1
  if command -v setsid; then apart=setsid; else apart=; fi
  if command -v bash; then shell=bash; else shell=sh; fi
  # Waits until the background process has read stdin: it closes its output then.
  : "$($apart $shell "$0" "$provider" "$PPID" <&3 3<&- &)"
  exit 0
fi

trap '' HUP TERM PIPE
LC_ALL=C
export LC_ALL
data=\${0%/*}
body=$(cat)
exec >/dev/null

identify() {
  # Set in bash 5, in microseconds.
  at=\${EPOCHREALTIME%???}
  at=\${at%.*}\${at#*.}
  [ -n "$at" ] || at=$(date +%s%3N)
  case $at in
    # No milliseconds here (macOS, busybox): seconds will do.
    '' | *[!0-9]* | ??????????????*) at=$(date +%s)000 ;;
  esac
  IFS= read -r id </proc/sys/kernel/random/uuid || id=$(uuidgen) || id=$at-$$-$agent
}

post_by_bash() {
  [ -n "$BASH_VERSION" ] && [ \${#body} -lt 65536 ] || return 1
  printf -v head '%s\\r\\n' "POST $path HTTP/1.1" "host: $address" 'connection: close' \\
    'content-type: application/json' "content-length: \${#body}" \\
    "x-svc-delivery: $id" "x-svc-at: $at" "x-svc-pid: $agent" "x-svc-provider: $provider" ''
  {
    printf '%s%s' "$head" "$body" >&4
    IFS=' ' read -r -t 2 _ status _ <&4 || status=504
  } 4<>"/dev/tcp/\${address%:*}/\${address##*:}"
}

post_by_curl() {
  status=$(printf '%s' "$body" | curl -q -g -s -o /dev/null -w '%{http_code}' --noproxy '*' \\
    --connect-timeout 1 --max-time 2 -H 'Expect:' -H 'content-type: application/json' \\
    -H "x-svc-delivery: $id" -H "x-svc-at: $at" -H "x-svc-pid: $agent" -H "x-svc-provider: $provider" \\
    --data-binary @- "http://$address$path")
}

post() {
  { IFS= read -r address && IFS= read -r server; } <"$data/server" || return 1
  kill -0 "$server" || return 1
  case $provider in
    codex) path=/api/hooks/codex ;;
    *) path=/api/hooks ;;
  esac
  post_by_bash || post_by_curl || return 1
  case $status in
    5* | 408 | 429) return 1 ;;
  esac
}

spool() {
  [ -d "$data/spool" ] || mkdir "$data/spool"
  set -- "$data"/spool/*.hook
  kilobytes=$(du -sk "$data/spool")
  # Full: what happened first explains more than what came last. One byte counts one lost hook.
  if [ $# -ge 10000 ] || [ "\${kilobytes%%[!0-9]*}" -ge 524288 ]; then
    printf . >>"$data/spool/dropped"
    return
  fi
  file=$data/spool/$at-$id
  printf '1 %s %s %s %s\\n%s' "$id" "$at" "$agent" "$provider" "$body" >"$file.tmp" &&
    mv "$file.tmp" "$file.hook" || rm -f "$file.tmp"
}

identify
post || spool
`

/** Returns the path of a data directory's forwarder script. The path also identifies a hook as installed by us. */
export const forwarderPath = (dataDir: string): string => join(dataDir, 'hook.sh')

/**
 * Returns the command of an installed hook. It succeeds when the script is missing (the data directory was removed): dash exits
 * with 2 for a missing script, and Claude Code treats exit code 2 as an order to block the agent.
 */
export const forwarderCommand = (dataDir: string, provider: Provider): string => {
  const file = shellQuoted(forwarderPath(dataDir))
  return `[ ! -r ${file} ] || exec sh ${file} ${provider}`
}

/** Whether a hook's command runs this data directory's forwarder, in any release's form. */
export const isForwarderCommand = (dataDir: string, command: string): boolean =>
  command.includes(` ${shellQuoted(forwarderPath(dataDir))} `)

/** Writes the script atomically, because a running agent may start it at any time. */
export const writeForwarder = (dataDir: string): void => replaceFile(forwarderPath(dataDir), script, 0o700)
