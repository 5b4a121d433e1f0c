import * as Effect from 'effect/Effect'
import type { FileDialog } from '../../commands/ports/file-dialog.js'
import { reject } from '../../domain/rejection.js'
import { DAY } from '../../domain/time.js'
import { programIn } from './find-program.js'
import { run } from './run.js'

type Env = Readonly<Record<string, string>>
type Arguments = (kind: 'dir' | 'file', start: string | null) => readonly string[]

/** A path has at most 4096 bytes. */
const MAX_OUTPUT = 16 * 1024

const zenity: Arguments = (kind, start) => [
  '--file-selection',
  ...(kind === 'dir' ? ['--directory'] : []),
  ...(start === null ? [] : [`--filename=${start}${kind === 'dir' ? '/' : ''}`]),
]
const kdialog: Arguments = (kind, start) => [
  kind === 'dir' ? '--getexistingdirectory' : '--getopenfilename',
  start ?? '.',
]
/** The start is an argument of the script, so nothing in it is AppleScript. */
const osascript: Arguments = (kind, start) => [
  '-e',
  `on run argv\nset place to ${start === null ? 'path to home folder' : 'POSIX file (item 1 of argv)'}\n` +
    `POSIX path of (choose ${kind === 'dir' ? 'folder' : 'file'} default location place)\nend run`,
  ...(start === null ? [] : [start]),
]

/** The programs that show dialogs, in order of preference. */
const PICKERS: readonly (readonly [program: string, args: Arguments])[] =
  process.platform === 'darwin'
    ? [['osascript', osascript]]
    : [
        ['zenity', zenity],
        ['kdialog', kdialog],
      ]

const hasDesktop = (env: Env): boolean =>
  process.platform === 'darwin' || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY'])

const none = () =>
  Effect.fail(reject('ENODIALOG', 'the service has no desktop to show a dialog on: choose in the browser instead'))

/** Returns the port for dialogs of the desktop. */
export const fileDialog = (env: Env): FileDialog => ({
  choose: (kind, start) =>
    Effect.gen(function* () {
      if (!hasDesktop(env)) return yield* none()
      for (const [name, args] of PICKERS) {
        const program = yield* Effect.promise(() => programIn(env['PATH'], name))
        if (program === null) continue
        const shown = run({ program, args: args(kind, start), env, cwd: '/', timeout: DAY, maxOutput: MAX_OUTPUT })
        const { code, output, complaint } = yield* Effect.mapError(shown, ({ _tag }) =>
          reject('EDIALOG', `the dialog failed: ${_tag}`),
        )
        const path = output.toString('utf8').replace(/\r?\n$/, '')
        if (code === 0 && path.startsWith('/')) return path.length > 1 ? path.replace(/\/$/, '') : path
        if (code === 1) return null
        return yield* Effect.fail(reject('EDIALOG', `the dialog failed: ${complaint.trim().slice(0, 200) || name}`))
      }
      return yield* none()
    }),
})
