import { useQuery } from '@tanstack/react-query'
import { decisionsQuery } from '../../../api/queries.js'
import { duration } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { OthersWait } from './others-wait.js'
import styles from './waited.module.css'

/** How long agents waited for answers today, and how many wait for others. */
export function Waited() {
  const t = useWords()
  const { data } = useQuery(decisionsQuery)
  const { today_ms: total, median_ms: median } = data?.waiting ?? { today_ms: 0, median_ms: null }
  return (
    <>
      {median !== null && (
        <p className={styles['waited']} data-waited>
          {t('inbox:waited', { total: duration(total), median: duration(median) })}
        </p>
      )}
      <OthersWait />
    </>
  )
}
