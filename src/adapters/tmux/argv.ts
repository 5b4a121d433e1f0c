import type { PaneKey, PanePlace, PaneSeen, PaneStart, PaneView } from '../../commands/ports/panes.js'
import { shellQuoted } from '../files/shell.js'
import { scrolledCommands } from './scrolled.js'

/** The arguments of one tmux command. */
export type TmuxCommand = readonly string[]

/**
 * Returns tmux's arguments for some commands that run in one go: nothing else happens in the server between them.
 * @param socket the path of the server's socket
 */
export const argumentsOf = (socket: string, commands: readonly TmuxCommand[]): readonly string[] => [
  '-S',
  socket,
  // The user's own configuration must not change how panes behave.
  '-f',
  '/dev/null',
  '-u',
  ...commands.flatMap((command, index) => [...(index === 0 ? [] : [';']), ...command.map(literal)]),
]

/** tmux reads a semicolon at the end of an argument as the end of the command. */
const literal = (argument: string): string => (argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument)

const sessionOf = ({ lane, slot }: PanePlace): string => `lane-${lane}-${slot}`

/** `=` is an exact match: without it, `lane-1` would also find `lane-12`. */
const target = (place: PanePlace): string => `=${sessionOf(place)}:`

// The screen belongs to the program: no status line, and no key that tmux would keep to itself.
const OPTIONS = {
  status: 'off',
  prefix: 'None',
  prefix2: 'None',
  mouse: 'on',
  'remain-on-exit': 'on',
  'remain-on-exit-format': '',
  'window-size': 'latest',
  'history-limit': '20000',
  'default-terminal': 'screen-256color',
  'escape-time': '10',
  'focus-events': 'on',
  'update-environment': '',
}
// Quietly: an older tmux does not know all of them.
const settings = Object.entries(OPTIONS).map(([name, value]): TmuxCommand => ['set-option', '-gq', name, value])
/** The terminals of the service and of users show all colours. Its own place in a list, which other programs may extend. */
const COLOURS: TmuxCommand = ['set-option', '-sq', 'terminal-features[90]', 'xterm-256color:RGB']
// The menus of the right button would split and respawn panes.
const unbound = ['MouseDown3Pane', 'M-MouseDown3Pane'].map((key): TmuxCommand => ['unbind-key', '-nq', key])

const END_FIELDS = '#{pane_dead_status},#{pane_dead_signal},#{pane_dead_time}'
const RUN = '@svc_run'

/**
 * Returns the format of an option whose value has this form, and of nothing otherwise: a program in a pane can set the options of
 * its pane. Quotes would not do, because tmux does not quote line breaks.
 * @param form a regular expression without commas
 */
const ofForm = (name: string, form: string): string => `#{?#{m/r:^${form}$,#{${name}}},#{${name}},}`
const CHECKED_RUN = ofForm(RUN, 'run_[0-9A-Za-z_]+')

/** Returns the shell script that records an end as a file named like the run. It runs in the tmux server, without the service. */
const recordEnd = (folder: string): string => {
  // tmux would expand a `#`.
  const file = `${shellQuoted(folder).replaceAll('#', '##')}/"$run"`
  const note = `printf '%s\\n' '${END_FIELDS}' >${file}.tmp && mv ${file}.tmp ${file}`
  return `umask 077; run='${CHECKED_RUN}'; [ -z "$run" ] || { ${note}; }`
}

/** Of a pane that nobody has attached yet. */
const size = ['-x', '200', '-y', '50']

/** What tmux gives to a program in a pane, and what identifies its run before its own environment is read. */
const KEPT = ['PATH', 'TERM', 'TMUX', 'TMUX_PANE', 'SVC_RUN'].map((name) => `${name}="$${name}"`).join(' ')

/**
 * The start of a program: with its own environment instead of that of the server. The environment, the directory and the arguments come
 * from a file, because a command of tmux is limited to 16 KB and other users can see it. Changes to the directory itself: tmux would
 * use another one if it is missing, without saying so.
 */
const FROM_SCRIPT = [
  'sh',
  '-c',
  `exec env -i ${KEPT} sh -c 'start=$1; . "$start"; rm -f -- "$start"; cd -- "$1" && shift && exec "$@"' sh "$@"`,
  'sh',
]

/**
 * Returns the commands that start a pane. They also start the server, and set its options again after an update.
 * @param ends the folder for the ends of runs
 * @param script the shell script that sets the environment of the program, its directory and its arguments
 */
export const startCommands = (
  { run, tool, ...place }: Pick<PaneStart, 'run' | 'tool' | 'lane' | 'slot'>,
  ends: string,
  script: string,
): readonly TmuxCommand[] => {
  const option = (name: string, value: string): TmuxCommand => ['set-option', '-p', '-t', target(place), name, value]
  const command = ['-e', `SVC_RUN=${run}`, '--', ...FROM_SCRIPT, script]
  return [
    ['start-server'],
    ...settings,
    COLOURS,
    ...unbound,
    ...scrolledCommands,
    ['set-hook', '-g', 'pane-died', `run-shell -b ${shellQuoted(recordEnd(ends))}`],
    ['new-session', '-d', '-P', '-F', '#{pane_pid}', '-s', sessionOf(place), ...size, ...command],
    option(RUN, run),
    option('@svc_lane', String(place.lane)),
    option('@svc_slot', String(place.slot)),
    option('@svc_tool', tool ?? ''),
  ]
}

/**
 * tmux 3.3a sometimes misses that a program has exited: its pane is closed, without an exit status and without the hook. The exit of
 * another child of tmux makes it check all of them.
 */
export const reapCommands: readonly TmuxCommand[] = [['run-shell', '-b', 'true']]

/** Where the cursor is, and how far the pane has scrolled. */
const CURSOR = '#{cursor_x} #{cursor_y} #{cursor_flag} #{history_size} #{alternate_on}'

/** Returns the commands that print the id of a pane's run, its cursor, and what it shows, with styles. */
export const lookCommands = (place: PanePlace): readonly TmuxCommand[] => [
  ['display-message', '-p', '-t', target(place), CHECKED_RUN],
  ['display-message', '-p', '-t', target(place), CURSOR],
  ['capture-pane', '-p', '-e', '-t', target(place)],
]

/** Returns the commands that print the terminal of a pane. */
export const ttyCommands = (place: PanePlace): readonly TmuxCommand[] => [
  ['display-message', '-p', '-t', target(place), '#{pane_tty}'],
]

/** What the commands of a paste print if the program of the pane has ended. */
export const ENDED = '1'

/**
 * Returns the commands that paste the text of a buffer. In copy mode tmux would not mark it as a paste, and a shell would run its
 * lines: that is left first. A paste into a pane whose program has ended crashes the server of tmux 3.3a.
 */
export const pasteCommands = (place: PanePlace, buffer: string): readonly TmuxCommand[] => {
  const to = `-t '${target(place)}'`
  const paste = `copy-mode -q ${to} ; paste-buffer -p -d -b ${buffer} ${to}`
  return [
    ['load-buffer', '-b', buffer, '-'],
    ['if-shell', '-F', '-t', target(place), '#{pane_dead}', `delete-buffer -b ${buffer}`, paste],
    ['display-message', '-p', '-t', target(place), '#{pane_dead}'],
  ]
}

const MAX_PATTERN = 60

/** Returns a pattern for a line. What has a meaning in patterns or formats matches anything. */
const patternOf = (line: string): string => `^${line.slice(0, MAX_PATTERN).replace(/[^\p{L}\p{N} \u00a0❯›]+/gu, '.*')}`

/**
 * Waits a moment. Events that are due at once are processed in the order of input, then timers: what a program printed before is on
 * the screen when the next command runs, also if tmux had no time to read it when that command arrived.
 */
const READ_FIRST: TmuxCommand = ['run-shell', '-d', '0.02']

/** Returns the condition that a line is where it was seen: the first line from the top that matches its pattern is the same. */
const isWhereSeen = (lines: readonly string[], row: number): string => {
  const pattern = patternOf(lines[row] ?? '')
  const first = lines.findIndex((line) => new RegExp(pattern, 'u').test(line))
  return `#{==:#{C/r:${pattern}},${first + 1}}`
}

/** What the commands of a key print if it was pressed. */
export const PRESSED = 'pressed'

/**
 * Returns the commands that press a key if the pane still looks as it did. Enter is a key of its own, after a paste: within the paste
 * it would be a line break. In copy mode the key would go to tmux, so that is left first.
 */
export const pressCommands = (place: PanePlace, key: PaneKey, { look, rows }: PaneSeen): readonly TmuxCommand[] => {
  const { lines } = look.screen
  const conditions = [`#{==:${CURSOR},${look.cursor}}`, ...rows.map((row) => isWhereSeen(lines, row))]
  const all = conditions.reduce((left, right) => `#{&&:${left},${right}}`)
  const to = `-t '${target(place)}'`
  const press = `copy-mode -q ${to} ; send-keys ${to} ${key} ; display-message -p ${PRESSED}`
  return [READ_FIRST, ['if-shell', '-F', '-t', target(place), all, press, '']]
}

export const interruptCommands = (place: PanePlace): readonly TmuxCommand[] => [
  ['send-keys', '-t', target(place), 'C-c', 'C-c'],
]

/** Returns the commands that show a pane in the terminal that they run in. */
export const attachCommands = (place: PanePlace, { readOnly }: Pick<PaneView, 'readOnly'>): readonly TmuxCommand[] => [
  ['attach-session', '-t', target(place), ...(readOnly ? ['-f', 'read-only,ignore-size'] : [])],
]

/** Control and backslash, as in dtach. Agents use nearly all other keys. */
const DETACH = 'C-\\'
/** The terminals of users that show a pane, by name. Those of the service have no key to detach. */
const USERS = '@svc_users'
const isUser = `#{m:* #{client_tty} *,#{${USERS}}}`

/** Returns the commands that show a pane in the terminal of a user, with a key that detaches it. */
export const attachHereCommands = (place: PanePlace, view: Pick<PaneView, 'readOnly'>): readonly TmuxCommand[] => [
  ['bind-key', '-n', DETACH, 'if-shell', '-F', isUser, 'detach-client', `send-keys '${DETACH}'`],
  ...attachCommands(place, view),
  ['set-option', '-s', '-a', '-F', USERS, ' #{client_tty} '],
]

export const removeCommands = (place: PanePlace): readonly TmuxCommand[] => [
  ['kill-session', '-t', `=${sessionOf(place)}`],
]

// The fields are numbers and ids, so neither the separator nor a line break can occur in one.
const FIELDS = ['pane_pid', 'pane_dead', 'pane_dead_status', 'pane_dead_signal', 'pane_dead_time']
const OWN = [
  CHECKED_RUN,
  ofForm('@svc_lane', '[0-9]+'),
  ofForm('@svc_slot', '[0-9]'),
  ofForm('@svc_tool', '[0-9A-Za-z_]+'),
]

export const listCommands: readonly TmuxCommand[] = [
  ['list-panes', '-a', '-F', [...FIELDS.map((name) => `#{${name}}`), ...OWN].join('|')],
]
