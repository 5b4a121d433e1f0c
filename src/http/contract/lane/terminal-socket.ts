import type { RunEndReason } from '../../../domain/run/run.js'
import { Schema as S } from '../../../domain/schema.js'

/** What a client of `/ws/terminal` sends as text. Bytes that it sends are typed into the pane. */
export const TerminalRequest = S.Union(
  /** The new size of the terminal, in characters. Brought into the allowed range. */
  S.Struct({ type: S.Literal('resize'), cols: S.Int, rows: S.Int }),
  /** How many more bytes of output the client has drawn. Without it, the output stops after 512 KB. */
  S.Struct({ type: S.Literal('ack'), bytes: S.Int.pipe(S.nonNegative()) }),
  /** Show the newest lines of a pane that is scrolled back. What is typed does that too. */
  S.Struct({ type: S.Literal('newest') }),
  /** Paste a text. tmux marks it as a paste if the program wants that, also in a pane that is scrolled back. */
  S.Struct({ type: S.Literal('paste'), text: S.String }),
)

/** What `/ws/terminal` sends as text. Bytes that it sends are the output of the terminal. */
export type TerminalMessage =
  | {
      readonly type: 'ready'
      readonly lane: number
      readonly slot: number
      readonly run_id: string
      readonly mode: 'rw' | 'ro'
      readonly cols: number
      readonly rows: number
    }
  /** The program has ended. The socket is closed after it. */
  | {
      readonly type: 'exit'
      readonly run_id: string
      readonly reason: RunEndReason
      readonly code: number | null
      readonly signal: string | null
    }
  /** A refusal. If the terminal cannot be shown, the socket is closed with 4000 plus the HTTP status of the code. */
  | { readonly type: 'error'; readonly code: string; readonly message: string }
