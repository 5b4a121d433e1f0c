import { Worker } from 'node:worker_threads'
import type { Visibility } from '../../../domain/access/visibility.js'
import type { EventPage, EventSearch } from '../../../projections/queries/event-search.js'
import type { FromSearch, ToSearch } from './messages.js'

const ENTRY = import.meta.url.endsWith('.ts') ? './search-worker.dev.mjs' : './search-worker.js'
/** Commits that come thick are followed together. */
const FOLLOW_MS = 200

export interface Search {
  /** Something was committed. */
  readonly moved: () => void
  readonly find: (visibility: Visibility, query: EventSearch) => Promise<EventPage>
  /** Rows were erased from the log. Resolves when none of their text is left in the index. */
  readonly forget: (positions: readonly number[]) => Promise<void>
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly resolve: (answer: FromSearch) => void
  readonly reject: (error: Error) => void
}

/**
 * The thread that indexes and searches the text of events, behind the log and off the request path. It is started by the
 * first word to it: an import of a whole history is not followed fact by fact.
 */
export const openSearch = (source: string, file: string): Search => {
  let worker: Worker | null = null
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let gone: Error | null = null
  let timer: NodeJS.Timeout | null = null

  const fail = (error: Error): void => {
    gone = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL(ENTRY, import.meta.url), { workerData: { source, file } })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the search thread has ended')))
    started.on('message', (answer: FromSearch) => {
      const question = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (answer.kind === 'failed') question?.reject(new Error(answer.message))
      else question?.resolve(answer)
    })
    started.unref()
    return started
  }
  const tell = (message: ToSearch): void => {
    worker ??= start()
    worker.postMessage(message)
  }
  const ask = (question: (id: number) => ToSearch): Promise<FromSearch> =>
    new Promise((resolve, reject) => {
      if (gone !== null) return reject(gone)
      const id = ++asked
      waiting.set(id, { resolve, reject })
      tell(question(id))
    })

  return {
    moved: () => {
      if (timer !== null || gone !== null) return
      timer = setTimeout(() => {
        timer = null
        tell({ kind: 'moved' })
      }, FOLLOW_MS)
      timer.unref()
    },
    find: async (visibility, query) => {
      const answer = await ask((id) => ({ kind: 'find', id, visibility, query }))
      if (answer.kind !== 'found') throw new Error(`the search thread answered ${answer.kind}`)
      return answer.page
    },
    forget: async (positions) => void (await ask((id) => ({ kind: 'forget', id, positions }))),
    close: async () => {
      gone ??= new Error('the service is stopping')
      if (timer !== null) clearTimeout(timer)
      await worker?.terminate()
    },
  }
}
