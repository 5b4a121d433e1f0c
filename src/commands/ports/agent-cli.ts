import type * as Either from 'effect/Either'
import type { Instant } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Payload } from '../../events/envelope.js'

/** The state of our hooks in one agent CLI's settings. */
export interface HookStatus {
  /** Every wanted hook is present, in this release's form. */
  readonly installed: boolean
  /** At least one of our hooks is present. */
  readonly has_dashboard_hooks: boolean
  /** The user has hooks of their own. */
  readonly has_existing_hooks: boolean
  /** Path of the settings file. */
  readonly path: string
  /** For each wanted event, whether our hook is present. */
  readonly hooks: Readonly<Record<string, boolean>>
  /** Events with hooks of another monitor that also posts to this service. */
  readonly other_monitor: readonly string[]
}

export interface HookChange {
  readonly changed: boolean
  readonly status: HookStatus
  /** Path of the backup made before the change. */
  readonly backup: string | null
  /** One sentence that the user must know before hooks arrive, or null. */
  readonly notice: string | null
}

/** The settings could not be read or written and are unchanged. The message names the file and the reason. */
export interface HooksRefused {
  readonly _tag: 'HooksRefused'
  readonly message: string
  readonly path: string
  readonly reason: string
}

/** A note about a change of hooks by a command that could not write to the log itself. */
export interface HooksNote {
  readonly id: string
  readonly at: Instant
  readonly change: Payload<'hooks-installed'>
}

/** Access to the hook settings of the agent CLIs on this machine: small files, read and written at once. */
export interface AgentCliPort {
  readonly install: (provider: Provider) => Either.Either<HookChange, HooksRefused>
  readonly uninstall: (provider: Provider) => Either.Either<HookChange, HooksRefused>
  /** Removes another monitor's hooks and nothing else. */
  readonly uninstallOther: (provider: Provider) => Either.Either<HookChange, HooksRefused>
  readonly status: (provider: Provider) => Either.Either<HookStatus, HooksRefused>
  /** Returns the diff of a change, in lines that start with `-` or `+`; empty when nothing would change. */
  readonly preview: (
    provider: Provider,
    change: 'install' | 'uninstall' | 'uninstallOther',
  ) => Either.Either<string, HooksRefused>
}
