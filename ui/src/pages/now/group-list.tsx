import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { usd } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { sessionRows } from '../../live/rows.js'
import { Row } from './row.js'
import type { Group } from '../../live/triage.js'

/** As many as fill the highest window; of the others those are drawn that come near to it. */
const LEADING = 40

interface GroupListProps {
  readonly groups: readonly Group[]
  readonly selected: string | undefined
  /** Those that a key may lead to. */
  readonly kept: readonly (string | undefined)[]
  readonly onPeek: (id: string) => boolean
}

/** The groups in the order of their urgency; what is done today stays folded until someone asks. */
export function GroupList({ groups, selected, kept, onPeek }: GroupListProps) {
  const t = useWords()
  const [showDone, setShowDone] = useState(false)
  return groups.map((group, index) => {
    const before = groups.slice(0, index).reduce((sum, { ids }) => sum + ids.length, 0)
    const folded = group.key === 'done' && !showDone
    return (
      <section key={group.key} aria-labelledby={`group-${group.key}`}>
        <h2 className="group" id={`group-${group.key}`}>
          {group.key === 'done' ? (
            <button type="button" className="fold" aria-expanded={showDone} onClick={() => setShowDone(!showDone)}>
              <ChevronRight size={14} aria-hidden />
              {t('group.done')}
            </button>
          ) : (
            t(`group.${group.key}`)
          )}
          <span className="n num">{group.ids.length}</span>
          {group.key === 'waiting' && (
            <span className="hint">
              <Trans i18nKey="now:group.oldest" components={{ key: <span className="key-hint" />, kbd: <kbd /> }} />
            </span>
          )}
          {group.key === 'done' && <span className="hint num">{costOf(group.ids)}</span>}
        </h2>
        {!folded && (
          <ul className={group.key}>
            {group.ids.map((id, place) => (
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
