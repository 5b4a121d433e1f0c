import { join } from 'node:path'
import { replaceFile } from '../agent-cli/replace-file.js'
import { shellQuoted } from '../agent-cli/shell.js'

/**
 * The script that Claude Code runs for its status line. Like the hook forwarder, it sends its input in the background and never
 * waits. Unlike it, there is no spool: the next status line repeats the data.
 * - The user's own command runs as before, on the same input, and its output is the status line.
 * - Without one, the shell alone builds the line from the input: starting a process would cost more than everything else.
 * - A member is found by its quoted name and colon. Inside a JSON string a quote has a backslash before it, so no string
 *   value can look like a member. Only harmless characters of a name are printed.
 *
 * POSIX sh (dash, bash, busybox), except for the part that only bash runs.
 */
const script = `#!/bin/sh
# switchyard-statusline 1
# Tells Switchyard what the status line shows, and prints it. Written by its installer; do not edit.
umask 077
data=\${0%/*}

post_by_bash() {
  [ -n "$BASH_VERSION" ] || return 1
  printf -v head '%s\\r\\n' 'POST /api/statusline HTTP/1.1' "host: $address" 'connection: close' \\
    'content-type: application/json' "content-length: \${#body}" ''
  {
    printf '%s%s' "$head" "$body" >&4
    IFS= read -r -t 2 _ <&4
  } 4<>"/dev/tcp/\${address%:*}/\${address##*:}"
}

post_by_curl() {
  printf '%s' "$body" | curl -q -g -s -o /dev/null --noproxy '*' --connect-timeout 1 --max-time 2 -H 'Expect:' \\
    -H 'content-type: application/json' --data-binary @- "http://$address/api/statusline"
}

if [ "$1" = post ]; then
  trap '' HUP TERM PIPE
  LC_ALL=C
  export LC_ALL
  body=$(cat)
  exec >/dev/null 2>&1
  [ \${#body} -le 65536 ] || exit 0
  { IFS= read -r address && IFS= read -r server; } <"$data/server" || exit 0
  kill -0 "$server" || exit 0
  post_by_bash || post_by_curl
  exit 0
fi

body=$(cat)
if [ -r "$data/server" ]; then
  if command -v setsid >/dev/null 2>&1; then apart=setsid; else apart=; fi
  if command -v bash >/dev/null 2>&1; then shell=bash; else shell=sh; fi
  { printf '%s' "$body" | $apart $shell "$0" post; } >/dev/null 2>&1 &
fi

if [ -r "$data/statusline.own" ]; then
  printf '%s' "$body" | sh "$data/statusline.own"
  exit 0
fi

# The number of a member (2) of an object (1), without what follows the point.
number() {
  found=\${body#*\\"$1\\":\\{}
  [ "$found" != "$body" ] || return 1
  found=\${found%%\\}*}
  rest=\${found#*\\"$2\\":}
  [ "$rest" != "$found" ] || return 1
  found=\${rest%%[!0-9.]*}
  found=\${found%%.*}
  [ -n "$found" ]
}

line=
name=\${body#*\\"display_name\\":\\"}
if [ "$name" != "$body" ]; then
  name=\${name%%\\"*}
  case $name in
    '' | *[!A-Za-z0-9\\ .\\(\\)-]*) ;;
    *) line=$name ;;
  esac
fi
if number context_window used_percentage; then line="$line  context $found%"; fi
if number five_hour used_percentage; then line="$line  5h $found%"; fi
if number seven_day used_percentage; then line="$line  7d $found%"; fi
printf '%s\\n' "\${line#  }"
exit 0
`

/** Returns the path of a data directory's status line script. */
export const statuslinePath = (dataDir: string): string => join(dataDir, 'statusline.sh')

/** Returns the path of the script with the user's own command. */
export const ownCommandPath = (dataDir: string): string => join(dataDir, 'statusline.own')

/** Returns the command for the setting. It succeeds without output when the script is missing. */
export const statuslineCommand = (dataDir: string): string => {
  const file = shellQuoted(statuslinePath(dataDir))
  return `[ ! -r ${file} ] || exec sh ${file}`
}

/** Whether a command runs this data directory's script, in any release's form. */
export const isStatuslineCommand = (dataDir: string, command: string): boolean =>
  command.includes(` sh ${shellQuoted(statuslinePath(dataDir))}`)

/** Writes the script atomically, because a running agent may start it at any time. */
export const writeStatusline = (dataDir: string): void => replaceFile(statuslinePath(dataDir), script, 0o700)
