import type { AccountKind } from '../../domain/pool/account.js'
import type { Instant } from '../../domain/time.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import type { LimitWindow } from '../../domain/transcript/facts/facts.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** An account of the pool, without its credentials. */
export interface PoolRow {
  readonly tool: ToolId
  readonly name: string
  readonly kind: AccountKind
  /** Names its credentials in the vault. */
  readonly revision: string
  readonly addedAt: Instant
  readonly expiresAt: Instant | null
  readonly refreshError: string | null
  readonly fivePercent: number | null
  readonly fiveResetsAt: string | null
  readonly sevenPercent: number | null
  readonly sevenResetsAt: string | null
  /** When the limits were read last, and when somebody tried to. */
  readonly checkedAt: Instant | null
  readonly triedAt: Instant | null
  readonly quotaError: string | null
}

/** Returns the accounts of the pool, by tool and name. They belong to the host. */
export const poolAccounts = (db: Reader): readonly PoolRow[] =>
  db.all<PoolRow>(
    `select tool, name, kind, revision, added_at as addedAt, expires_at as expiresAt, refresh_error as refreshError,
       five_percent as fivePercent, five_resets_at as fiveResetsAt, seven_percent as sevenPercent,
       seven_resets_at as sevenResetsAt, checked_at as checkedAt, tried_at as triedAt, quota_error as quotaError
     from p_pool_account order by tool, name`,
  )

/** Returns the newest limits that sessions of runs with each account of a tool reported. */
export const limitsOfAccounts = (
  db: Reader,
  visibility: Visibility,
  tool: ToolId,
): ReadonlyMap<string, { readonly at: Instant; readonly windows: readonly LimitWindow[] }> => {
  const filter = new Filter(visibility, 'r.owner').and('r.account is not null').and('r.tool = ?', tool)
  const rows = db.all<{ readonly account: string; readonly at: Instant; readonly windows: string }>(
    `select r.account, l.at, l.windows from p_run r join p_run_session rs using (run) join p_session s on s.id = rs.session
       join p_limit l on l.stream = s.stream and l.at >= r.started_at ${filter.where} order by l.at`,
    ...filter.params,
  )
  return new Map(
    rows.map(({ account, at, windows }) => [account, { at, windows: JSON.parse(windows) as LimitWindow[] }]),
  )
}
