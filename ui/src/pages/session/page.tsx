import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { sessionQuery } from '../../api/queries.js'
import { FailureNote } from '../../kit/failure-note.js'
import { useSession } from '../../live/rows.js'
import { AgentsTab } from './agents/agents-tab.js'
import { Banner } from './banner.js'
import { Directory } from './conversation/directory.js'
import { Conversation } from './conversation/conversation.js'
import { TranscriptPicker } from './conversation/transcript-picker.js'
import { Header } from './header.js'
import { Side } from './side.js'

const route = getRouteApi('/sessions/$id')

/** One session: what it wants, what was said, who worked on it, what it cost. */
export function SessionPage() {
  const { id } = route.useParams()
  const { tab, agent } = route.useSearch()
  const { data, error } = useQuery(sessionQuery(id))
  const session = useSession(id) ?? data?.session
  if (session === undefined)
    return error === null ? <div className="main" aria-busy="true" /> : <FailureNote error={error} />
  return (
    <div className="main">
      <Header session={session} tab={tab} />
      <Banner session={session} />
      {tab === 'agents' ? (
        <AgentsTab session={session} />
      ) : (
        <div className="convo">
          <div className="convo-main">
            <TranscriptPicker id={id} agent={agent} />
            <Directory value={session.cwd}>
              <Conversation key={`${id} ${agent ?? ''}`} id={id} agent={agent} />
            </Directory>
          </div>
          <Side session={session} agent={agent} />
        </div>
      )}
    </div>
  )
}
