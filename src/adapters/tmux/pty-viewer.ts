import * as Effect from 'effect/Effect'
import { inPty, type PtyLibrary } from '../process/pty.js'
import { argumentsOf, attachCommands } from './argv.js'
import { NEWEST } from './scrolled.js'
import type { OpenViewer } from './viewer.js'

/** Returns what shows panes with `tmux attach` in a pseudo-terminal. tmux sends the screen, and skips what a slow reader misses. */
export const ptyViewer =
  (library: PtyLibrary): OpenViewer =>
  ({ socket, env }, place, { cols, rows, readOnly }, onOutput) => {
    const args = argumentsOf(socket, attachCommands(place, { readOnly }))
    return Effect.map(inPty(library, { program: 'tmux', args, env, cols, rows, onOutput }), (pty) => ({
      type: readOnly ? () => undefined : pty.write,
      newest: readOnly ? () => undefined : () => pty.write(Buffer.from(NEWEST)),
      resize: (size) => pty.resize(size.cols, size.rows),
      pause: pty.pause,
      resume: pty.resume,
      closed: pty.exited,
    }))
  }
