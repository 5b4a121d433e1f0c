import { Worker } from 'node:worker_threads'
import type { Visibility } from '../../../domain/access/visibility.js'
import { reject, type Rejection } from '../../../domain/rejection.js'
import type { Instant } from '../../../domain/time.js'
import type { AgentQuery } from '../../../projections/queries/agents.js'
import type { AskedAt } from '../../../projections/queries/analytics.js'
import type { ConversationQuery } from '../../../projections/queries/conversation-search.js'
import type { EventSearch } from '../../../projections/queries/event-search.js'
import type { SessionMatch } from '../../../projections/queries/session-filter.js'
import type { SessionQuery } from '../../../projections/queries/sessions.js'
import type { InsightQuery } from '../../../projections/queries/insights.js'
import type { UsageQuery } from '../../../projections/queries/reports/usage.js'
import { rebuilding } from '../db.js'
import type { Gone } from '../erase.js'
import type { FromSide, SideAnswers, ToSide } from './messages.js'

const ENTRY = import.meta.url.endsWith('.ts') ? './side-worker.dev.mjs' : './side-worker.js'
// It reads and writes in a stream, so most objects die young: a small young generation keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }
/** Milliseconds. Commits within this time are processed together. */
const FOLLOW_MS = 250
/** Pause before a stopped thread starts again, so that a request that stops it each time does not keep it busy. */
const RESTART_MS = 5000

/** Data derived from the log off the request path: search in events and conversations, and insights. */
export interface Side {
  /** Reports a commit. */
  readonly moved: () => void
  readonly find: (visibility: Visibility, query: EventSearch) => Promise<SideAnswers['find']>
  readonly search: (visibility: Visibility, query: ConversationQuery) => Promise<SideAnswers['search']>
  readonly agents: (visibility: Visibility, query: AgentQuery) => Promise<SideAnswers['agents']>
  readonly sessions: (visibility: Visibility, query: SessionQuery) => Promise<SideAnswers['sessions']>
  readonly sessionFacets: (visibility: Visibility, query: SessionMatch) => Promise<SideAnswers['sessionFacets']>
  readonly workflows: (visibility: Visibility, query: InsightQuery, now: Instant) => Promise<SideAnswers['workflows']>
  readonly skills: (visibility: Visibility, query: InsightQuery) => Promise<SideAnswers['skills']>
  readonly analytics: (visibility: Visibility, query: InsightQuery, at: AskedAt) => Promise<SideAnswers['analytics']>
  readonly finished: (visibility: Visibility, query: InsightQuery) => Promise<SideAnswers['finished']>
  readonly usage: (visibility: Visibility, query: UsageQuery, now: Instant) => Promise<SideAnswers['usage']>
  /** Forgets erased sessions and rows. Resolves when no query finds them; their text is removed from the file later. */
  readonly forget: (gone: readonly Gone[]) => Promise<void>
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (reason: Error | Rejection) => void
}

const unavailable = (): Rejection => reject('EUNAVAILABLE', 'search and insights restart; try again in a few seconds')

/**
 * Opens the side thread. It starts with the first message, so that the import of a whole history is not processed event by
 * event.
 * @param source the service's database
 * @param path the file for derived data
 * @param archive the folder with copies of transcripts
 * @param ready whether all tables can be read; checked here, because the thread uses its own connection
 */
export const openSide = (
  source: string,
  path: string,
  archive: string | null,
  ready: () => boolean,
  complain: (line: string) => void,
  program: URL = new URL(ENTRY, import.meta.url),
): Side => {
  let worker: Worker | null = null
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let closed = false
  let isDown = false
  let timer: NodeJS.Timeout | null = null
  let restart: NodeJS.Timeout | undefined

  const ended = (reason: string): void => {
    worker = null
    isDown = true
    for (const { reject } of waiting.values()) reject(unavailable())
    waiting.clear()
    if (closed) return
    complain(`the search thread stopped and restarts in ${RESTART_MS / 1000} s: ${reason}`)
    restart = setTimeout(() => {
      isDown = false
      // It missed commits.
      tell({ kind: 'moved' })
    }, RESTART_MS).unref()
  }
  const start = (): Worker => {
    const started = new Worker(program, { workerData: { source, path, archive }, resourceLimits: MEMORY })
    let reason = 'no reason given'
    started.on('error', (error) => {
      reason = error.message
    })
    started.on('exit', () => ended(reason))
    started.on('message', (answer: FromSide) => {
      if (answer.kind === 'complaint') return complain(answer.line)
      const question = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.kind === 'failed') question?.reject(new Error(answer.message))
      else question?.resolve(answer.value as never)
    })
    started.unref()
    return started
  }
  const tell = (message: ToSide): void => {
    worker ??= start()
    worker.postMessage(message)
  }
  const ask = <K extends keyof SideAnswers>(question: (id: number) => ToSide & { readonly kind: K }) =>
    new Promise<SideAnswers[K]>((resolve, fail) => {
      if (isDown || closed) return fail(unavailable())
      if (!ready()) return fail(rebuilding())
      const id = ++asked
      waiting.set(id, { resolve, reject: fail })
      return tell(question(id))
    })

  return {
    moved: () => {
      if (timer !== null || isDown || closed) return
      timer = setTimeout(() => {
        timer = null
        if (!isDown) tell({ kind: 'moved' })
      }, FOLLOW_MS)
      timer.unref()
    },
    find: (visibility, query) => ask((id) => ({ kind: 'find', id, visibility, query })),
    search: (visibility, query) => ask((id) => ({ kind: 'search', id, visibility, query })),
    agents: (visibility, query) => ask((id) => ({ kind: 'agents', id, visibility, query })),
    sessions: (visibility, query) => ask((id) => ({ kind: 'sessions', id, visibility, query })),
    sessionFacets: (visibility, query) => ask((id) => ({ kind: 'sessionFacets', id, visibility, query })),
    workflows: (visibility, query, now) => ask((id) => ({ kind: 'workflows', id, visibility, query, now })),
    skills: (visibility, query) => ask((id) => ({ kind: 'skills', id, visibility, query })),
    analytics: (visibility, query, at) => ask((id) => ({ kind: 'analytics', id, visibility, query, at })),
    finished: (visibility, query) => ask((id) => ({ kind: 'finished', id, visibility, query })),
    usage: (visibility, query, now) => ask((id) => ({ kind: 'usage', id, visibility, query, now })),
    forget: async (gone) => void (await ask((id) => ({ kind: 'forget', id, gone }))),
    close: async () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
      clearTimeout(restart)
      await worker?.terminate()
    },
  }
}
