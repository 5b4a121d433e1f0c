import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Lane } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import frame from '../../kit/frame.module.css'
import notes from '../../kit/note.module.css'
import { Unread, Waiting } from '../../kit/unread.js'
import { withWords } from '../../lazy/with-words.js'
import { lanesQuery } from '../../rows/queries.js'
import { useLane } from '../../rows/rows.js'
import { Header } from './header.js'
import { Failed, Provisioning } from './not-ready.js'
import type { LaneSearch } from './search.js'
import { TerminalTab } from './terminal/terminal-tab.js'
import { useLaneKeys } from './use-lane-keys.js'

const ChatTab = lazy(withWords('session', async () => ({ default: (await import('./chat/chat-tab.js')).ChatTab })))

const ChangesTab = lazy(
  withWords('review', async () => ({ default: (await import('./review/changes-tab.js')).ChangesTab })),
)
const UncommittedTab = lazy(
  withWords('review', async () => ({
    default: (await import('./review/uncommitted/uncommitted-tab.js')).UncommittedTab,
  })),
)
const CommitsTab = lazy(
  withWords('review', async () => ({ default: (await import('./review/commits/commits-tab.js')).CommitsTab })),
)
const LandTab = lazy(withWords('review', async () => ({ default: (await import('./review/land-tab.js')).LandTab })))

const SettingsTab = lazy(
  withWords('laneSettings', async () => ({ default: (await import('./settings/settings-tab.js')).SettingsTab })),
)
const PipelineTab = lazy(
  withWords('pipeline', async () => ({ default: (await import('./pipeline/pipeline-tab.js')).PipelineTab })),
)
const ProofTab = lazy(withWords('proof', async () => ({ default: (await import('./proof/proof-tab.js')).ProofTab })))
const StackTab = lazy(withWords('stack', async () => ({ default: (await import('./stack/stack-tab.js')).StackTab })))

const TABS = {
  chat: ChatTab,
  land: LandTab,
  pipeline: PipelineTab,
  proof: ProofTab,
  stack: StackTab,
  settings: SettingsTab,
} as const

const route = getRouteApi('/lanes/$lane')

/** One lane: what its agents ask or do, and where to answer. */
export function LanePage() {
  const { lane: id } = route.useParams()
  const search = route.useSearch()
  const { isPending, error } = useQuery(lanesQuery)
  const lane = useLane(id)
  useLaneKeys(id)
  if (lane === undefined) {
    if (isPending || error !== null) return <Unread error={error} className={frame['main']} />
    return <NoLane />
  }
  return (
    <div className={frame['main']}>
      <Header lane={lane} search={search} />
      {lane.status === 'provisioning' ? (
        <Provisioning lane={lane} />
      ) : lane.status === 'failed' && lane.panes.length === 0 ? (
        <Failed lane={lane} />
      ) : (
        <Part key={id} lane={lane} search={search} />
      )}
    </div>
  )
}

function Part({ lane, search }: { lane: Lane; search: LaneSearch }) {
  if (search.tab === 'changes')
    return (
      <Suspense fallback={<Waiting />}>
        {search.range === 'uncommitted' ? (
          <UncommittedTab lane={lane} path={search.path} />
        ) : search.range === 'commits' ? (
          <CommitsTab lane={lane} commit={search.commit} />
        ) : (
          <ChangesTab lane={lane} path={search.path} />
        )}
      </Suspense>
    )
  if (search.tab === undefined) return <TerminalTab lane={lane} search={search} />
  const Tab = TABS[search.tab]
  return (
    <Suspense fallback={<Waiting />}>
      <Tab lane={lane} />
    </Suspense>
  )
}

/** The lane is unknown: it was deleted, or the address is wrong. */
function NoLane() {
  const t = useWords()
  return (
    <div className={notes['note']} data-note role="alert">
      <h1>{t('lanes:page.missing')}</h1>
      <p>{t('mayBeDeleted')}</p>
      <Link to="/lanes" className={buttons['button']}>
        {t('lanes:page.all')}
      </Link>
    </div>
  )
}
