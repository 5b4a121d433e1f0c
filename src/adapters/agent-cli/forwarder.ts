import { join } from 'node:path'
import type { Provider } from '../../commands/ports/transcripts.js'
import { replaceFile } from './replace-file.js'
import { shellQuoted } from './shell.js'

/**
 * The script every installed hook runs. Its rules, each found with the real CLIs:
 * - It hands the hook to a background process and exits 0 at once without a word: an agent never waits for its observer,
 *   never fails by it, and shows none of its output.
 * - It exits only when stdin is read: a CLI throws away what a hook that has ended did not read.
 * - Claude Code kills the process groups of its hooks when it exits, and does not always wait for SessionEnd. The background
 *   process therefore gets a session of its own, where the system can (setsid), before it does anything else.
 * - Nobody listens, or the answer takes too long: the hook goes to the spool under the same delivery id, since a
 *   listener that hung may still read what was sent.
 * - A refusal (4xx) is final. 408 and 429 are not refusals of this hook.
 * - Starting curl is most of what a hook costs the machine, and that slows the agent too. bash can post by itself, so it
 *   does where it is there; where it cannot connect, and for bodies that a socket may not take at once, curl does.
 * - The pid in the server file is checked first, so that no hook goes to a stranger on a port that was ours.
 * POSIX sh (dash, bash, busybox) but for what only runs in bash. The body never stands on a command line: those are short, and others can read them.
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

/** Where the script of one data directory lies. Its path is also what marks a hook as installed by us. */
export const forwarderPath = (dataDir: string): string => join(dataDir, 'hook.sh')

/**
 * The command of an installed hook. A script that is gone (the data directory was removed) must not fail: Claude Code
 * takes exit code 2, which a missing script gives in dash, for an order to block the agent.
 */
export const forwarderCommand = (dataDir: string, provider: Provider): string => {
  const file = shellQuoted(forwarderPath(dataDir))
  return `[ ! -r ${file} ] || exec sh ${file} ${provider}`
}

/** Whether a hook's command is one of this data directory's, whichever release wrote it. */
export const isForwarderCommand = (dataDir: string, command: string): boolean =>
  command.includes(` ${shellQuoted(forwarderPath(dataDir))} `)

/** Writes the script, atomically: a running agent may start it at any moment. */
export const writeForwarder = (dataDir: string): void => replaceFile(forwarderPath(dataDir), script, 0o700)
