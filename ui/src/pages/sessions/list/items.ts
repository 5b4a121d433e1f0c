import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import type { Session } from '../../../api/types.js'

type Groups = RouteAnswer<'GET /api/sessions/groups'>
type DayGroup = Groups['groups'][number]

/** The heading of a group; `cost` is null while it is not known. */
export interface GroupItem {
  readonly is: 'group'
  readonly key: string
  readonly kind: DayGroup['kind'] | 'pinned' | 'other'
  /** When a month starts. */
  readonly from: string | null
  readonly sessions: number | null
  readonly cost: number | null
}

interface RowItem {
  readonly is: 'row'
  readonly session: Session
}

export type ListItem = GroupItem | RowItem

interface Parts {
  readonly pinned: readonly Session[]
  readonly rows: readonly Session[]
  /** Undefined if the service cannot group these sessions: then the list has no headings. */
  readonly groups: Groups | undefined
}

const atOf = ({ last_activity, started_at }: Session): number => Date.parse(last_activity ?? started_at)

/** Returns the list with a heading before the first session of each group. */
export function groupedItems({ pinned, rows, groups }: Parts): readonly ListItem[] {
  if (groups === undefined) return plainItems([...pinned, ...rows])
  const items: ListItem[] = []
  if (pinned.length > 0) {
    items.push({ is: 'group', key: 'pinned', kind: 'pinned', from: null, ...groups.pinned })
    for (const session of pinned) items.push({ is: 'row', session })
  }
  const isPinned = new Set(pinned.map(({ id }) => id))
  let current: DayGroup | undefined
  let hasHeading = false
  for (const session of rows) {
    if (isPinned.has(session.id)) continue
    const group = groups.groups.find(({ from }) => atOf(session) >= Date.parse(from))
    if (!hasHeading || group !== current) {
      items.push(
        group === undefined
          ? { is: 'group', key: 'other', kind: 'other', from: null, sessions: null, cost: null }
          : { ...group, is: 'group', key: group.from },
      )
    }
    hasHeading = true
    current = group
    items.push({ is: 'row', session })
  }
  return items
}

/** Returns the list without groups. */
export const plainItems = (rows: readonly Session[]): readonly ListItem[] =>
  rows.map((session) => ({ is: 'row', session }))
