import { Link, useNavigate } from '@tanstack/react-router'
import { useCaller } from '../../api/caller.js'
import { useWords } from '../../i18n/use-words.js'
import { useKeys } from '../../kit/keys.js'
import styles from '../../kit/tabs.module.css'
import { useCurrentInView } from '../../kit/use-current-in-view.js'
import { LANE_TABS, type LaneTab } from './search.js'

/** The tabs differ in their search only, and a link without search would count as active on all. */
const EXACT = { exact: true, includeSearch: true } as const
const ALL = [undefined, ...LANE_TABS] as const

/** The parts of a lane, each at its own address. The keys `[` and `]` move between them. */
export function Tabs({ id, tab }: { id: string; tab: LaneTab | undefined }) {
  const t = useWords()
  const navigate = useNavigate()
  const strip = useCurrentInView()
  const caller = useCaller()
  const step = (by: 1 | -1): void => {
    const next = ALL[(ALL.indexOf(tab) + by + ALL.length) % ALL.length]
    void navigate({ to: '/lanes/$lane', params: { lane: id }, search: next === undefined ? {} : { tab: next } })
  }
  useKeys({ '[': () => step(-1), ']': () => step(1) })
  return (
    <nav ref={strip} className={styles['tabs']} aria-label={t('lanes:tab.label')}>
      {ALL.map((one) => (
        <Link
          key={one ?? 'terminal'}
          to="/lanes/$lane"
          params={{ lane: id }}
          search={one === undefined ? {} : { tab: one }}
          activeOptions={EXACT}
          aria-current={tab === one ? 'page' : undefined}
        >
          {t(`lanes:tab.${one ?? 'terminal'}`)}
        </Link>
      ))}
      {caller !== undefined && (
        <Link to="/files" search={{ lane: Number(id) }}>
          {t('lanes:tab.files')}
        </Link>
      )}
    </nav>
  )
}
