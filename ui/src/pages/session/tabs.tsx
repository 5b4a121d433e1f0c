import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionFilesQuery } from './queries.js'
import { count } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import styles from '../../kit/tabs.module.css'
import { useCurrentInView } from '../../kit/use-current-in-view.js'
import { useSessionStats } from '../../live/use-session-stats.js'
import { useAgentsOf } from './agents/use-agents.js'
import { editedFiles } from './files/edited.js'
import { type Tab, TABS } from './search.js'

/** The tabs differ in their search only, and a link without search would count as active on all. */
const EXACT = { exact: true, includeSearch: true } as const

/** The parts of a session, each at its own address. */
export function Tabs({ id, tab }: { id: string; tab: Tab | undefined }) {
  const t = useWords()
  const agents = useAgentsOf(id).length
  const events = useSessionStats(id)?.total_events ?? 0
  const { data: changed } = useQuery(sessionFilesQuery(id))
  const counts: Partial<Record<Tab, number>> = { agents, events, files: editedFiles(changed?.files ?? []).length }
  const strip = useCurrentInView()
  return (
    <nav ref={strip} className={styles['tabs']} aria-label={t('session:tab.label')}>
      {[undefined, ...TABS].map((part) => {
        const n = part === undefined ? 0 : (counts[part] ?? 0)
        return (
          <Link
            key={part ?? 'conversation'}
            to="/sessions/$id"
            params={{ id }}
            search={part === undefined ? {} : { tab: part }}
            activeOptions={EXACT}
            aria-current={tab === part ? 'page' : undefined}
          >
            {t(`session:tab.${part ?? 'conversation'}`)}
            {n > 0 && <span className={styles['count']}>{count(n)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
