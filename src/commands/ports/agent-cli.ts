import type * as Effect from 'effect/Effect'
import type { Instant } from '../../domain/time.js'
import type { Payload } from '../../events/envelope.js'
import type { Provider } from './transcripts.js'

/** What is installed in one agent CLI's settings. */
export interface HookStatus {
  /** Every hook we want is there, as this release writes it. */
  readonly installed: boolean
  /** At least one hook of ours is there. */
  readonly has_dashboard_hooks: boolean
  /** The user has hooks of their own. */
  readonly has_existing_hooks: boolean
  /** The settings file. */
  readonly path: string
  /** Each event we want, and whether our hook for it is there. */
  readonly hooks: Readonly<Record<string, boolean>>
  /** Events that another monitor has hooks for, which post to this service too. */
  readonly other_monitor: readonly string[]
}

export interface HookChange {
  readonly changed: boolean
  readonly status: HookStatus
  /** Where the settings were copied before they changed. */
  readonly backup: string | null
  /** What the user must know or do before hooks arrive, in one sentence; null when nothing. */
  readonly notice: string | null
}

/** Settings that cannot be read or written; they were left as they are. The message names the file and the reason. */
export interface HooksRefused {
  readonly _tag: 'HooksRefused'
  readonly message: string
  readonly path: string
  readonly reason: string
}

/** Word of a change of hooks by a command that could not write to the log itself. */
export interface HooksNote {
  readonly id: string
  readonly at: Instant
  readonly change: Payload<'hooks-installed'>
}

/** The settings of the agent CLIs on this machine, as far as hooks go. */
export interface AgentCliPort {
  readonly install: (provider: Provider) => Effect.Effect<HookChange, HooksRefused>
  readonly uninstall: (provider: Provider) => Effect.Effect<HookChange, HooksRefused>
  /** Removes the hooks of another monitor and nothing else. */
  readonly uninstallOther: (provider: Provider) => Effect.Effect<HookChange, HooksRefused>
  readonly status: (provider: Provider) => Effect.Effect<HookStatus, HooksRefused>
  /** What a change would do, as lines that begin with `-` or `+`; empty when nothing. */
  readonly preview: (
    provider: Provider,
    change: 'install' | 'uninstall' | 'uninstallOther',
  ) => Effect.Effect<string, HooksRefused>
}
