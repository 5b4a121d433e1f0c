import type { Visibility } from '../../domain/access/visibility.js'
import type { SqlValue } from '../sql.js'

/**
 * Columns that name the row whose owner decides: the session of a stream, the target of a delivery, the rule of an alert, which may
 * be a budget.
 */
const PARENTS = {
  stream: 'select stream from p_session where owner',
  target: 'select id from p_webhook where owner',
  rule: 'select id from (select id, owner from p_alert_rule union all select id, owner from p_budget) where owner',
} as const

type Named = 'owner' | keyof typeof PARENTS
/** A column that leads to the owner of a row: its own, or one of `PARENTS`. It may have the alias of its table. */
export type OwnedBy = Named | `${string}.${Named}`

/**
 * Returns the SQL condition for the rows that a reader may see, and its parameters; null if they may see all. It is the only
 * place where visibility becomes SQL.
 */
export const visible = (
  visibility: Visibility,
  column: OwnedBy,
): { readonly sql: string; readonly values: readonly SqlValue[] } | null => {
  if (visibility.scope === 'everything') return null
  if (visibility.scope === 'nothing') return { sql: '0', values: [] }
  const owners = 'in (select value from json_each(?))'
  const parent = PARENTS[column.slice(column.indexOf('.') + 1) as keyof typeof PARENTS] as string | undefined
  const sql = parent === undefined ? `${column} ${owners}` : `${column} in (${parent} ${owners})`
  return { sql, values: [JSON.stringify(visibility.owners)] }
}
