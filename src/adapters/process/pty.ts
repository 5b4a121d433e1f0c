import type { IPty } from '@lydell/node-pty'
import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'

/** A program to run in a pseudo-terminal. There is no shell: arguments are passed unchanged. */
interface PtyCommand {
  readonly program: string
  readonly args: readonly string[]
  /** Its complete environment, with `TERM`. */
  readonly env: Readonly<Record<string, string>>
  readonly cols: number
  readonly rows: number
  readonly onOutput: (bytes: Uint8Array) => void
}

/** A program in a pseudo-terminal. Calls after it has exited have no effect. */
export interface Pty {
  readonly write: (input: Uint8Array) => void
  readonly resize: (cols: number, rows: number) => void
  /** Stops reading its output until `resume`. */
  readonly pause: () => void
  readonly resume: () => void
  /** Waits until the program has exited. */
  readonly exited: Effect.Effect<void>
}

export type PtyLibrary = Pick<typeof import('@lydell/node-pty'), 'spawn'>

/** Returns the library for pseudo-terminals; null where it has no binary for this system. */
export const loadPty: Effect.Effect<PtyLibrary | null> = Effect.promise(() =>
  import('@lydell/node-pty').then(
    // A CommonJS module: some loaders find its names only in the default export.
    (loaded) => ('spawn' in loaded ? loaded : (loaded as { readonly default: PtyLibrary }).default),
    () => null,
  ),
)

/** What its types do not say. */
interface UnixPty extends Omit<IPty, 'write'> {
  readonly write: (data: Uint8Array) => void
  readonly destroy: () => void
  readonly on: (event: 'close' | 'error', listener: () => void) => void
}

/** Runs a program in a pseudo-terminal until the scope closes, which hangs up the terminal. */
export const inPty = (library: PtyLibrary, command: PtyCommand): Effect.Effect<Pty, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => opened(library, command)),
      ({ hangUp }) => Effect.sync(hangUp),
    ),
    ({ pty }) => pty,
  )

const opened = (library: PtyLibrary, { program, args, env, cols, rows, onOutput }: PtyCommand) => {
  // Without an encoding it reads and writes bytes.
  const pty = library.spawn(program, [...args], { env, cols, rows, cwd: '/', encoding: null }) as unknown as UnixPty
  let isOpen = true
  const close = (): void => {
    isOpen = false
  }
  const exited = new Promise<void>((resolve) => {
    pty.onExit(() => {
      close()
      resolve()
    })
  })
  // From here on, its descriptor may belong to another file.
  pty.on('close', close)
  // Followed by `close`. Without a listener it would crash the process.
  pty.on('error', close)
  pty.onData((bytes) => {
    if (isOpen) onOutput(bytes as unknown as Uint8Array)
  })
  const ifOpen =
    <A extends readonly unknown[]>(act: (...values: A) => void) =>
    (...values: A): void => {
      if (isOpen) act(...values)
    }
  return {
    pty: {
      write: ifOpen((input: Uint8Array) => pty.write(input)),
      resize: ifOpen((columns: number, lines: number) => pty.resize(columns, lines)),
      pause: ifOpen(() => pty.pause()),
      resume: ifOpen(() => pty.resume()),
      exited: Effect.promise(() => exited),
    },
    hangUp: ifOpen(() => {
      close()
      pty.destroy()
    }),
  }
}
