import type { SessionStatus } from '../../../domain/session/status.js'
import type { Instant } from '../../../domain/time.js'
import type { Scope } from '../filter.js'

/** Which sessions, and optionally which period, the workflow figures are about. */
export interface InsightQuery extends Scope {
  readonly status: SessionStatus | undefined
  /** Inclusive. */
  readonly from?: Instant | undefined
  /** Exclusive. */
  readonly to?: Instant | undefined
}

/** Which sessions a sum over a period is about. Empty lists mean no filter. */
export interface PeriodScope extends Scope {
  readonly status?: SessionStatus | undefined
  readonly cwds: readonly string[]
  /** The models of sessions. */
  readonly models: readonly string[]
}
