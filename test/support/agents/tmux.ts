import { randomUUID } from 'node:crypto'
import type { AgentHome } from './home.js'
import { startShell } from '../process/shell.js'
import { until } from './until.js'
import { kill } from '../process/kill.js'

/** A program in its own terminal. */
export interface Terminal {
  /** The pid of the program in the terminal. */
  readonly pid: number
  readonly screen: () => string
  /** Types text without Enter. */
  readonly type: (text: string) => void
  /** Presses a key by its tmux name: `Enter`, `Escape`, `C-c`. */
  readonly press: (key: string) => void
  /** Presses a key until the screen no longer shows `text`: Claude Code ignores keys right after it shows something new. */
  readonly answers: (text: string | RegExp, key: string) => Promise<void>
  /** Types a prompt and sends it once the program shows it. */
  readonly say: (text: string) => Promise<void>
  /** Waits until the screen shows `text`. */
  readonly shows: (text: string | RegExp) => Promise<string>
  readonly close: () => void
}

const dense = (text: string): string => text.replace(/\s/g, '')

/** Starts a program in its own tmux server, separate from the user's sessions. `close` ends the server. */
export const openTerminal = (home: AgentHome, command: readonly string[]): Terminal => {
  const socket = `switchyard-${randomUUID().slice(0, 8)}`
  // The socket is in the scratch home and is deleted with it.
  const env = { ...home.env, TMUX_TMPDIR: home.root }
  // tmux passes its environment to the programs it starts, so it gets that of the scratch home only.
  const shell = startShell(env)
  const tmux = (...args: readonly string[]): string => shell.run('tmux', ['-L', socket, '-f', '/dev/null', ...args])
  tmux('new-session', '-d', '-x', '160', '-y', '50', '-c', home.project, ...command)

  const screen = (): string => tmux('capture-pane', '-p')
  const type = (text: string): void => void tmux('send-keys', '-l', '--', text)
  const press = (key: string): void => void tmux('send-keys', key)
  const shows = (text: string | RegExp): Promise<string> =>
    until(`the screen to show ${String(text)}`, () => {
      const shown = screen()
      return (typeof text === 'string' ? shown.includes(text) : text.test(shown)) && shown
    })
  const isShown = (text: string | RegExp): boolean =>
    typeof text === 'string' ? screen().includes(text) : text.test(screen())
  const answers = async (text: string | RegExp, key: string): Promise<void> => {
    await shows(text)
    for (let tried = 0; tried < 5 && isShown(text); tried++) {
      press(key)
      await until('an answer', () => !isShown(text), 1000).catch(() => {})
    }
  }
  const pid = Number(tmux('display-message', '-p', '#{pane_pid}'))
  return {
    pid,
    screen,
    type,
    press,
    answers,
    shows,
    say: async (text) => {
      type(text)
      // Up to its end, wherever the lines break: an Enter within the text would be part of it. A long text that arrives at
      // once is shown as a paste.
      await until(`the screen to show ${text}`, () => {
        const shown = screen()
        return dense(shown).includes(dense(text).slice(-20)) || shown.includes('[Pasted text')
      })
      press('Enter')
    },
    close: () => {
      try {
        tmux('kill-server')
      } catch (error) {
        // The server exits with its last program, possibly before or during this command.
        if (!/no server running|No such file|server exited|lost server/.test(String(error))) throw error
      }
      shell.close()
      try {
        // A CLI in the middle of a turn outlives its terminal and keeps writing to the scratch home.
        kill(pid)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    },
  }
}
