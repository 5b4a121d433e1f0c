import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Session } from '../../api/types.js'
import frame from '../../kit/frame.module.css'
import { useWords } from '../../i18n/use-words.js'
import { Unread } from '../../kit/unread.js'
import { loadPart } from '../../lazy/load-part.js'
import { sessionQuery } from '../../rows/queries.js'
import { useSession } from '../../rows/rows.js'
import { AgentsTab } from './agents/agents-tab.js'
import { AskOfSession } from '../../kit/ask/ask-of-session.js'
import { Banner } from './banner.js'
import { Conversation } from './conversation/conversation.js'
import { Directory } from './conversation/directory.js'
import { TranscriptPicker } from './conversation/transcript-picker.js'
import { Header } from './header.js'
import { Origin } from './origin.js'
import type { SessionSearch } from './search.js'
import { Side } from './side.js'
import { useCompact } from './use-compact.js'
import styles from './page.module.css'
import tab from './tab.module.css'

const TimelineTab = lazy(() =>
  loadPart(async () => ({ default: (await import('./timeline/timeline-tab.js')).TimelineTab })),
)
const FilesTab = lazy(() => loadPart(async () => ({ default: (await import('./files/files-tab.js')).FilesTab })))
const CostTab = lazy(() => loadPart(async () => ({ default: (await import('./cost/cost-tab.js')).CostTab })))
const EventsTab = lazy(() => loadPart(async () => ({ default: (await import('./events-tab.js')).EventsTab })))

const route = getRouteApi('/sessions/$id')

/** One session: its question, conversation, changes, agents and cost. */
export function SessionPage() {
  const t = useWords()
  const { id } = route.useParams()
  const search = route.useSearch()
  const { data, error } = useQuery(sessionQuery(id))
  const session = useSession(id) ?? data?.session
  const { isCompact, expand, onScroll } = useCompact()
  if (session === undefined) {
    return <Unread error={error} className={frame['main']} missing={t('sessionNotFound')} />
  }
  return (
    <div className={frame['main']} onScrollCapture={onScroll}>
      <Header session={session} search={search} isCompact={isCompact} onExpand={expand} />
      <AskOfSession session={session} className={styles['ask']} fallback={<Banner session={session} />} />
      <Origin session={session} />
      <Suspense fallback={<Unread error={null} className={tab['tab']} />}>
        <Part session={session} search={search} />
      </Suspense>
    </div>
  )
}

function Part({ session, search }: { session: Session; search: SessionSearch }) {
  const { id } = session
  const { tab, agent, line, find } = search
  if (tab === 'timeline') return <TimelineTab key={id} session={session} zoom={search.zoom} />
  if (tab === 'files') return <FilesTab key={id} session={session} path={search.path} />
  if (tab === 'agents') return <AgentsTab session={session} />
  if (tab === 'cost') return <CostTab session={session} />
  if (tab === 'events') return <EventsTab key={id} id={id} search={search} />
  return (
    <div className={styles['convo']}>
      <div className={styles['conversation']}>
        <TranscriptPicker id={id} agent={agent} />
        <Directory value={session.cwd}>
          <Conversation
            key={`${id} ${agent ?? ''} ${line ?? ''} ${find ?? ''}`}
            id={id}
            agent={agent}
            line={line}
            words={find}
          />
        </Directory>
      </div>
      <Side session={session} agent={agent} />
    </div>
  )
}
