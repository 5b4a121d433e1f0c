import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { UnpricedSign } from '../../kit/unpriced-sign.js'
import type { GroupKey } from '../../live/triage.js'
import fold from './fold.module.css'
import styles from './group-title.module.css'

interface GroupTitleProps {
  readonly of: GroupKey
  readonly count: number
  /** Their total cost, if it is shown. */
  readonly cost: string | undefined
  /** The names of the models without a price in this total. */
  readonly unpriced: string
  readonly unfolded: boolean
  readonly onFold: (unfolded: boolean) => void
}

/** The name of a group and its number of sessions. Memoized, because rows move between groups all the time. */
export const GroupTitle = memo(function GroupTitle({ of, count, cost, unpriced, unfolded, onFold }: GroupTitleProps) {
  const t = useWords()
  return (
    <h2 className={styles['title']} id={`group-${of}`}>
      {of === 'done' || of === 'later' ? (
        <button type="button" className={fold['fold']} aria-expanded={unfolded} onClick={() => onFold(!unfolded)}>
          <ChevronRight size={14} aria-hidden />
          {t(`group.${of}`)}
        </button>
      ) : (
        t(`group.${of}`)
      )}
      <span className={classes('num', styles['count'])}>{count}</span>
      {of === 'waiting' && (
        <span className={styles['hint']}>
          <Trans i18nKey="now:group.oldest" components={{ key: <span className={styles['key']} />, kbd: <kbd /> }} />
        </span>
      )}
      {cost !== undefined && (
        <span className={classes('num', styles['hint'])}>
          {cost}
          <UnpricedSign names={unpriced} />
        </span>
      )}
    </h2>
  )
})
