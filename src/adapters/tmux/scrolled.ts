import type { TmuxCommand } from './argv.js'

/** The key tables of a pane that is scrolled back (tmux calls it copy mode). The user's editor decides which one tmux uses. */
const TABLES = ['copy-mode', 'copy-mode-vi']

/** What a terminal sends to show the newest lines. tmux never passes it on to the program of a pane. */
export const NEWEST = '\u001b[30012~'

const CANCEL = ['send-keys', '-X', 'cancel']
const KEPT: readonly (readonly [string, ...string[]])[] = [
  ['PPage', 'send-keys', '-X', 'page-up'],
  ['NPage', 'send-keys', '-X', 'page-down'],
  ['WheelUpPane', 'send-keys', '-X', '-N', '5', 'scroll-up'],
  ['WheelDownPane', 'send-keys', '-X', '-N', '5', 'scroll-down'],
  ['MouseDrag1Pane', 'send-keys', '-X', 'begin-selection'],
  ['MouseDragEnd1Pane', 'send-keys', '-X', 'copy-pipe-and-cancel'],
  ['DoubleClick1Pane', 'send-keys', '-X', 'select-word'],
  ['TripleClick1Pane', 'send-keys', '-X', 'select-line'],
  // Esc would interrupt the agent.
  ['Escape', ...CANCEL],
  ['User0', ...CANCEL],
]
/** They type nothing, and would end the mode as every other key does. */
const WITHOUT_EFFECT = [1, 2, 3].flatMap((button) => [`MouseDown${button}Pane`, `MouseUp${button}Pane`])

const bind = (table: string, key: string, ...command: readonly string[]): TmuxCommand => [
  'bind-key',
  '-T',
  table,
  key,
  ...command,
]

/**
 * Returns the commands that let a pane that is scrolled back pass on what is typed: any key shows the newest lines and reaches the
 * program. By default tmux would read letters as commands of its own.
 */
export const scrolledCommands: readonly TmuxCommand[] = [
  ['set-option', '-sq', 'user-keys[0]', NEWEST],
  ...TABLES.flatMap((table) => [
    ['unbind-key', '-q', '-a', '-T', table],
    ...KEPT.map(([key, ...command]) => bind(table, key, ...command)),
    ...WITHOUT_EFFECT.map((key) => bind(table, key, 'select-pane')),
    // Without a key, `send-keys` sends the one that was pressed.
    bind(table, 'Any', ...CANCEL, ';', 'send-keys'),
  ]),
]
