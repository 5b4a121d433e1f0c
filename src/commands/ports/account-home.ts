import type * as Effect from 'effect/Effect'
import type { Provider } from '../../domain/tools/catalog.js'
import type { HooksNote } from './agent-cli.js'

/** A file that changed, relative to the home. The size is -1 for one that is replaced whole. */
export interface ChangedHomeFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** A hook that waited in the spool, as the forwarder wrote it. */
export interface SpooledHook {
  /** The forwarder's delivery id, the same as in the header of the attempt that failed. */
  readonly delivery: string
  /** When the hook ran, in milliseconds since the epoch. */
  readonly at: number
  /** Process id of the agent CLI. */
  readonly pid: number
  readonly provider: Provider
  /** The run whose pane the hook comes from. */
  readonly run: string | null
  /** What the CLI sent, unparsed. */
  readonly body: string
}

/** What is told while a home is followed. */
export interface HomeFollow {
  /** Ingests a hook from the spool. */
  readonly take: (hook: SpooledHook) => Promise<'committed' | 'refused'>
  readonly takeNote: (note: HooksNote) => Promise<void>
  readonly onFile: (file: ChangedHomeFile) => void
  readonly onProblem: (problem: string) => void
}

/** The home of a system account. What its agents write there can be read by that account only. */
export interface AccountHome {
  /** Says where the service listens, for the hooks of the account. */
  readonly announce: (server: { readonly host: string; readonly port: number }) => Effect.Effect<void>
  readonly withdraw: Effect.Effect<void>
  /** Gives the agents of the account our hooks. Returns what went wrong. */
  readonly installHooks: Effect.Effect<readonly string[]>
  /** Whether Claude Code has settings there. */
  readonly hasSettings: Effect.Effect<boolean>
  /** Returns bytes of a regular file and its size; null without one. Links are not followed. */
  readonly read: (
    path: string,
    offset: number,
    length: number,
  ) => Effect.Effect<{ readonly size: number; readonly bytes: Uint8Array } | null>
  /** Takes the hooks of the spool and tells which files change, until it is interrupted. */
  readonly follow: (follow: HomeFollow) => Effect.Effect<never>
}
