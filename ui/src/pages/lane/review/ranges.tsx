import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { exactCount } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { CHANGE_RANGES, type ChangeRange } from '../search.js'
import { gitQuery } from './queries.js'
import styles from './ranges.module.css'

/** Else a link without a range would count as current on all. */
const EXACT = { exact: true, includeSearch: true } as const

/** Which changes are shown: all since the lane left its base, those that are not committed, or those of one commit. */
export function Ranges({ id, range }: { id: string; range?: ChangeRange }) {
  const t = useWords()
  const { data } = useQuery(gitQuery(id))
  const count = data?.available === true ? data.dirty + data.untracked : 0
  const link = (to: ChangeRange | undefined, words: string) => (
    <Link
      key={to ?? 'branch'}
      to="/lanes/$lane"
      params={{ lane: id }}
      search={to === undefined ? { tab: 'changes' } : { tab: 'changes', range: to }}
      activeOptions={EXACT}
      aria-current={range === to ? 'page' : undefined}
    >
      {words}
      {to === 'uncommitted' && count > 0 && <span className="num"> {exactCount(count)}</span>}
    </Link>
  )
  return (
    <nav className={styles['ranges']} aria-label={t('review:range.label')}>
      {link(undefined, t('review:range.branch'))}
      {CHANGE_RANGES.map((one) => link(one, t(`review:range.${one}`)))}
    </nav>
  )
}
