import { type Group, type GroupKey, idsOf } from '../../live/triage.js'

/** The columns of the board, from what needs the user to what needs nothing, with the groups in each. */
const COLUMNS = {
  needs: ['waiting', 'failed', 'others'],
  working: ['working'],
  review: ['other', 'review'],
  land: ['land'],
  idle: ['turn', 'idle'],
} as const satisfies Readonly<Record<string, readonly GroupKey[]>>

export type ColumnKey = keyof typeof COLUMNS

export interface Column {
  readonly key: ColumnKey
  readonly ids: readonly string[]
}

const KEYS = Object.keys(COLUMNS) as ColumnKey[]

/** Returns all columns with their lanes, in the order of the list. Archived lanes are on no board. */
export const columnsOf = (groups: readonly Group[]): readonly Column[] =>
  KEYS.map((key) => ({ key, ids: COLUMNS[key].flatMap((group) => idsOf(groups, group)) }))

/**
 * Returns the lane to which the focus moves sideways: in the next column that has any, at the same height or the last one.
 * Undefined where there is no such column.
 */
export const beside = (columns: readonly Column[], current: string, by: 1 | -1): string | undefined => {
  const at = columns.findIndex(({ ids }) => ids.includes(current))
  if (at < 0) return undefined
  const height = columns[at]?.ids.indexOf(current) ?? 0
  const others = by === 1 ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
  const ids = others.find((column) => column.ids.length > 0)?.ids
  return ids?.[Math.min(height, ids.length - 1)]
}
