import { useState } from 'react'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import type { Group, GroupKey } from '../../live/triage.js'
import styles from './group-list.module.css'
import type { RowActions } from './line-parts.js'
import { Row } from './row.js'

/** Enough for the tallest window; other rows are drawn when they come near the view. */
const LEADING = 40
/** How many lanes of a group are shown at first: these are many, and need nothing. */
const SHOWN: Partial<Record<GroupKey, number>> = { idle: 2, archived: 0 }

interface GroupListProps extends RowActions {
  readonly groups: readonly Group[]
  /** All lanes of each group, because the rows are filtered. */
  readonly showsAll: boolean
}

/** The lanes by what they need. Of the idle ones the newest two, and none of the archived ones, until the user asks for more. */
export function GroupList({ groups, showsAll, ...actions }: GroupListProps) {
  const t = useWords()
  const [open, setOpen] = useState<ReadonlySet<GroupKey>>(() => new Set())
  return groups.map(({ key, ids }, index) => {
    const before = groups.slice(0, index).reduce((sum, group) => sum + group.ids.length, 0)
    const shown = showsAll || open.has(key) ? ids : ids.slice(0, SHOWN[key] ?? ids.length)
    const hidden = ids.length - shown.length
    return (
      <section key={key} aria-labelledby={`lanes-${key}`}>
        <h2 className={styles['title']} id={`lanes-${key}`}>
          {t(`group.${key}`)}
          <span className={classes('num', styles['count'])}>{ids.length}</span>
          {key === 'waiting' && (
            <span className={styles['hint']}>
              <Trans i18nKey="lanes:oldest" components={{ key: <span className={styles['key']} />, kbd: <kbd /> }} />
            </span>
          )}
        </h2>
        <ul data-group={key}>
          {shown.map((id, place) => (
            <Row key={id} id={id} leads={before + place < LEADING} {...actions} />
          ))}
        </ul>
        {hidden > 0 && (
          <button
            type="button"
            className={styles['more']}
            onClick={() => setOpen((before) => new Set([...before, key]))}
          >
            {t('lanes:more', { count: hidden })}
          </button>
        )}
      </section>
    )
  })
}
