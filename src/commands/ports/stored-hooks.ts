import type { HookPayload } from '../../domain/session/payload.js'
import type { Instant } from '../../domain/time.js'

/** The form of a hook: the CLI's own JSON from our forwarder, or `{hook_type, data}` from another product's handler. */
export type HookForm = 'native' | 'wrapped'

/** A hook in one of its forms. */
export interface FormedHook {
  readonly form: HookForm
  readonly session: string
  readonly kind: string
  readonly payload: HookPayload
  readonly at: Instant
}

/** A hook of the log. */
export interface StoredHook extends FormedHook {
  readonly position: number
}
