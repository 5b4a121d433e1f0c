import { useState } from 'react'
import { usd } from '../../format/format.js'
import { unpricedNames } from '../../kit/unpriced-sign.js'
import type { Group } from '../../live/triage.js'
import { sessionRows } from '../../rows/rows.js'
import { GroupTitle } from './group-title.js'
import { Row } from './row.js'

/** Enough for the tallest window; other rows are rendered when they come near the view. */
const LEADING = 40

interface GroupListProps {
  readonly groups: readonly Group[]
  readonly selected: string | undefined
  /** Sessions that a key may select, so they are always rendered. */
  readonly kept: readonly (string | undefined)[]
  readonly onPeek: (id: string) => boolean
}

/** The groups by urgency. Done sessions are collapsed until the user expands them. */
export function GroupList({ groups, selected, kept, onPeek }: GroupListProps) {
  const [showDone, setShowDone] = useState(false)
  return groups.map(({ key, ids }, index) => {
    const before = groups.slice(0, index).reduce((sum, group) => sum + group.ids.length, 0)
    const isDone = key === 'done'
    return (
      <section key={key} aria-labelledby={`group-${key}`}>
        <GroupTitle
          of={key}
          count={ids.length}
          cost={isDone ? costOf(ids) : undefined}
          unpriced={isDone ? unpricedIn(ids) : ''}
          unfolded={showDone}
          onFold={setShowDone}
        />
        {(!isDone || showDone) && (
          <ul data-group={key}>
            {ids.map((id, place) => (
              <Row
                key={id}
                id={id}
                selected={id === selected}
                leads={before + place < LEADING}
                kept={kept.includes(id)}
                onPeek={onPeek}
              />
            ))}
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
