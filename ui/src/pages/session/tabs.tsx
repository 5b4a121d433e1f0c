import { Link } from '@tanstack/react-router'
import { useSessionStats } from '../../live/use-session-stats.js'
import { count } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { useAgentsOf } from './agents/use-agents.js'
import { type Tab, TABS } from './search.js'

/** The tabs differ in their search only, and a link without search would count as active on all. */
const EXACT = { exact: true, includeSearch: true } as const

/** The parts of a session, each at an address of its own. */
export function Tabs({ id, tab }: { id: string; tab: Tab | undefined }) {
  const t = useWords()
  const agents = useAgentsOf(id).length
  const events = useSessionStats(id)?.total_events ?? 0
  const counts: Partial<Record<Tab, number>> = { agents, events }
  return (
    <nav className="tabs" aria-label={t('session:tab.label')}>
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
            {n > 0 && <span className="n num">{count(n)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
