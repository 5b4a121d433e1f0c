import { Schema as S } from '../../../domain/schema.js'
import { Nullable } from '../common.js'

/** The terminal that controls the process of a session. */
export const ControllingTerminal = S.Struct({
  /** The name of the machine. */
  host: S.String,
  /** Whether it is the machine of the service; nothing else is known of others. */
  local: S.Boolean,
  pid: Nullable(S.Int),
  tty: Nullable(S.String),
  tmux: Nullable(
    S.Struct({
      socket: S.String,
      pane: S.String,
      /** `session:window.pane`; null if tmux does not answer. */
      place: Nullable(S.String),
      /** A shell command that shows the pane. */
      command: S.String,
    }),
  ),
})
