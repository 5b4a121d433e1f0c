import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import { showRows } from '../../../api/kept-rows.js'
import { chosenRows, isOwn } from '../../../api/own-rows.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import styles from './waited.module.css'

/** The live channel of somebody who looks at their own rows says nothing about those of others. */
const EVERY_MS = 30_000

/** How many agents wait for others, for staff who look at their own rows. A click shows the rows of everybody. */
export function OthersWait() {
  const t = useWords()
  const caller = useCaller()
  const { data: count = 0 } = useQuery({
    queryKey: [...keys.decisions, 'others'],
    enabled: caller !== undefined && chosenRows() === 'own',
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const { decisions } = await call('GET /api/decisions', { ofAll: true, signal })
      return decisions.filter(({ kind, owner_id: owner }) => kind === 'ask' && owner !== null && !isOwn(owner)).length
    },
  })
  if (caller === undefined || count === 0) return null
  return (
    <button type="button" className={styles['others']} onClick={() => showRows('all', caller.id)}>
      {t('inbox:othersWait', { count })}
    </button>
  )
}
