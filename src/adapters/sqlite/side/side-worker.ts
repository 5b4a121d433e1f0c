import { parentPort, workerData } from 'node:worker_threads'
import { listAgents } from '../../../projections/queries/agents.js'
import { bookInForce } from '../../../projections/pricing/price-book.js'
import { usageReport } from '../../../projections/queries/reports/usage.js'
import { sessionFacets } from '../../../projections/queries/session-facets.js'
import { placesOfSessions } from '../../../projections/queries/sessions.js'
import { systemClock } from '../../clock.js'
import { yieldToOthers } from '../../threads/priority.js'
import { ConversationIndex } from './conversation-index.js'
import { searchConversations } from './conversation-search.js'
import { EventIndex } from './event-index.js'
import { Insights } from './insights.js'
import type { FromSide, SideAnswers, ToSide } from './messages.js'
import { SideFile } from './side-file.js'
import { tidy } from './tidying.js'

/** Seconds that an answer waits for events committed before the request. */
const CATCH_UP_S = 0.25
/** Positions. An answer does not wait for more: a long history is processed in the background. */
const FAR_BEHIND = 20_000
const { monotonic } = systemClock()

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')
// Priority below the main thread, which accepts hooks, but not the lowest: users wait for these answers.
yieldToOthers(10)

interface WorkerData {
  readonly source: string
  readonly path: string
  readonly archive: string | null
}
const { source, path, archive } = workerData as WorkerData
const file = new SideFile(source, path)
const index = new EventIndex(file)
const insights = new Insights(file)
const say = (message: FromSide): void => port.postMessage(message)
const conversations = new ConversationIndex(file, archive, (line) => say({ kind: 'complaint', line }))

const startOverWhereOutdated = (): void => {
  if (!file.isOutdated()) return
  index.startOver()
  insights.startOver()
  conversations.startOver()
}

let following = false
/** Processes the log in small steps. A request that arrives meanwhile is answered between two steps. */
const follow = (): void => {
  if (following) return
  const step = (): void => {
    try {
      startOverWhereOutdated()
      const digested = insights.advance()
      // Conversations come last, because their transcripts are read again: during an import everything else goes first.
      following =
        index.advance() || digested || conversations.advance() || tidy(file, 'event_text') || tidy(file, 'talk_text')
    } catch {
      // The tables are being swapped, or the disk is full. The next commit triggers a retry.
      following = false
    }
    if (following) setImmediate(step)
  }
  following = true
  step()
}

/** Returns the insights, brought up to date within the time limit. */
const uptodate = (): Insights => {
  startOverWhereOutdated()
  const until = monotonic() + CATCH_UP_S
  if (insights.behind() <= FAR_BEHIND) while (monotonic() < until && insights.advance());
  return insights
}

const answerTo = (message: Exclude<ToSide, { readonly kind: 'moved' }>): SideAnswers[keyof SideAnswers] => {
  switch (message.kind) {
    case 'find':
      startOverWhereOutdated()
      return index.find(message.visibility, message.query)
    case 'search':
      startOverWhereOutdated()
      return searchConversations(file, conversations, archive, message.visibility, message.query)
    case 'agents':
      return file.reading(() => listAgents(file.db, message.visibility, bookInForce(file.db), message.query))
    case 'sessions':
      return placesOfSessions(file.db, bookInForce(file.db), message.visibility, message.query)
    case 'sessionFacets':
      return sessionFacets(file.db, message.visibility, message.query)
    case 'workflows':
      return uptodate().workflows(message.visibility, message.query, message.now)
    case 'skills':
      return uptodate().skills(message.visibility, message.query)
    case 'analytics':
      return uptodate().analytics(message.visibility, message.query, message.at)
    case 'finished':
      return uptodate().finished(message.visibility, message.query)
    case 'usage':
      // All its figures come from one snapshot.
      return file.reading(() =>
        usageReport(file.db, message.visibility, bookInForce(file.db), message.query, message.now),
      )
    case 'forget':
      index.forget(message.gone.flatMap(({ positions }) => positions))
      insights.forget(message.gone)
      conversations.forget(message.gone.map(({ stream }) => stream))
      file.own.pragma('wal_checkpoint(TRUNCATE)')
      return null
  }
}

port.on('message', (message: ToSide) => {
  if (message.kind === 'moved') return follow()
  const { id } = message
  try {
    say({ kind: 'answer', id, value: answerTo(message) })
    if (message.kind === 'forget') follow()
  } catch (error) {
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
})
follow()
