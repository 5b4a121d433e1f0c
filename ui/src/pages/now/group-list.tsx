import { lazy, Suspense, useState } from 'react'
import { usd } from '../../format/format.js'
import { unpricedNames } from '../../kit/unpriced-sign.js'
import { withWords } from '../../lazy/with-words.js'
import type { Group, GroupKey } from '../../live/triage.js'
import { sessionRows } from '../../rows/rows.js'
import { GroupTitle } from './group-title.js'
import type { Item } from './inbox/placed.js'
import { Row } from './row.js'
import styles from './row.module.css'

// Most visits need none.
const ItemRow = lazy(withWords('inbox', async () => ({ default: (await import('./inbox/item-row.js')).ItemRow })))

/** Enough for the tallest window; other rows are rendered when they come near the view. */
const LEADING = 40

interface GroupListProps {
  readonly groups: readonly Group[]
  /** The rows that wait no longer, and still stand among those that do. */
  readonly decided: ReadonlySet<string>
  readonly selected: string | undefined
  /** Sessions that a key may select, so they are always rendered. */
  readonly kept: readonly (string | undefined)[]
  readonly onPeek: (id: string) => boolean
  /** Selects a row that is no session; `isAsked` if the user clicked it. */
  readonly onSelect: (id: string, isAsked: boolean) => void
  /** The rows that are no sessions. */
  readonly items: ReadonlyMap<string, Item>
}

/** What is decided later, and done sessions, are collapsed until the user expands them. */
const FOLDED: ReadonlySet<GroupKey> = new Set(['later', 'done'])

/** The groups by urgency. */
export function GroupList({ groups, decided, items, selected, kept, onPeek, onSelect }: GroupListProps) {
  const [unfolded, setUnfolded] = useState<readonly GroupKey[]>([])
  return groups.map(({ key, ids }, index) => {
    const before = groups.slice(0, index).reduce((sum, group) => sum + group.ids.length, 0)
    const isDone = key === 'done'
    return (
      <section key={key} aria-labelledby={`group-${key}`}>
        <GroupTitle
          of={key}
          count={ids.filter((id) => !decided.has(id)).length}
          cost={isDone ? costOf(ids) : undefined}
          unpriced={isDone ? unpricedIn(ids) : ''}
          unfolded={unfolded.includes(key)}
          onFold={(isOpen) => setUnfolded((all) => (isOpen ? [...all, key] : all.filter((one) => one !== key)))}
        />
        {(!FOLDED.has(key) || unfolded.includes(key)) && (
          <ul data-group={key}>
            {ids.map((id, place) => {
              const item = items.get(id)
              return item === undefined ? (
                <Row
                  key={id}
                  id={id}
                  selected={id === selected}
                  decided={decided.has(id)}
                  leads={before + place < LEADING}
                  kept={kept.includes(id)}
                  onPeek={onPeek}
                />
              ) : (
                <Suspense key={id} fallback={<li className={styles['place']} />}>
                  <ItemRow id={id} item={item} selected={id === selected} onSelect={onSelect} />
                </Suspense>
              )
            })}
          </ul>
        )}
      </section>
    )
  })
}

const costOf = (ids: readonly string[]): string =>
  usd(ids.reduce((sum, id) => sum + (sessionRows.get(id)?.cost ?? 0), 0))

const unpricedIn = (ids: readonly string[]): string =>
  unpricedNames([...new Set(ids.flatMap((id) => sessionRows.get(id)?.unpriced ?? []))])
