import { join } from 'node:path'
import { replaceFile } from '../agent-cli/replace-file.js'
import { shellQuoted } from '../agent-cli/shell.js'

/**
 * The script that Claude Code runs for its status line. Like the forwarder of hooks it hands over what it was given in the
 * background and waits for nobody; unlike it, what the service does not take is gone: the next line says it again.
 * - The user's own command runs as before, on the same input, and what it prints is the line.
 * - Without one the line is made here, of what the input says, by the shell alone: a process costs more than all of it.
 * - A member is found by its quoted name and colon. Inside a text of JSON a quote has a backslash before it, so no text can
 *   pass for a member. Of a name only harmless characters are printed.
 * POSIX sh (dash, bash, busybox) but for what only runs in bash.
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

/** Where the script of one data directory lies. */
export const statuslinePath = (dataDir: string): string => join(dataDir, 'statusline.sh')

/** Where the user's own command lies, as a script. */
export const ownCommandPath = (dataDir: string): string => join(dataDir, 'statusline.own')

/** The command of the setting. A script that is gone prints nothing and is no failure. */
export const statuslineCommand = (dataDir: string): string => {
  const file = shellQuoted(statuslinePath(dataDir))
  return `[ ! -r ${file} ] || exec sh ${file}`
}

/** Whether a command is that of this data directory, whichever release wrote it. */
export const isStatuslineCommand = (dataDir: string, command: string): boolean =>
  command.includes(` sh ${shellQuoted(statuslinePath(dataDir))}`)

/** Writes the script, atomically: a running agent may start it at any moment. */
export const writeStatusline = (dataDir: string): void => replaceFile(statuslinePath(dataDir), script, 0o700)
