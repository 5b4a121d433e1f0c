import type { ToolCallRow } from '../api/types.js'
import { createSignal, type Signal } from '../store/signal.js'

interface CallPage {
  readonly open: readonly ToolCallRow[]
  readonly calls: readonly ToolCallRow[]
  readonly next: string | null
}
type ReadCalls = (before: string | undefined) => Promise<CallPage>

export interface CallFeedState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: unknown
  /** Calls without a result. */
  readonly open: readonly ToolCallRow[]
  /** Finished calls, the last finished first. */
  readonly calls: readonly ToolCallRow[]
  readonly hasOlder: boolean
  readonly readingOlder: boolean
}

export interface CallFeed {
  readonly state: Signal<CallFeedState>['get']
  readonly subscribe: Signal<CallFeedState>['subscribe']
  /** Reads the newest page and drops everything else. */
  readonly reopen: () => Promise<void>
  readonly older: () => Promise<void>
  /** Reads what finished since; safe to call at any time. */
  readonly newer: () => Promise<void>
}

const NOTHING: CallFeedState = {
  phase: 'loading',
  error: null,
  open: [],
  calls: [],
  hasOlder: false,
  readingOlder: false,
}

/** Ids of calls are unique within their session. */
export const keyOfCall = ({ session_id, id }: ToolCallRow): string => `${session_id} ${id}`

/** Puts a newer page before the known calls; undefined if calls may be missing between them. */
export function joined(
  page: readonly ToolCallRow[],
  known: readonly ToolCallRow[],
): readonly ToolCallRow[] | undefined {
  const keys = new Set(page.map(keyOfCall))
  const rest = known.filter((call) => !keys.has(keyOfCall(call)))
  if (known.length > 0 && rest.length === known.length) return undefined
  // Of calls that finished at the same time, the page has the order of the service.
  return [...page, ...rest]
}

/** A list of calls that grows at its start as calls finish, and at its end on demand. */
export function createCallFeed(read: ReadCalls): CallFeed {
  const { get, set, subscribe } = createSignal(NOTHING)
  let next: string | null = null
  // An answer that was requested before the list was reopened would leave a gap in it.
  let list = 0
  let isReading = false
  let isWanted = false

  const show = (page: CallPage): void => {
    list += 1
    next = page.next
    set({ ...NOTHING, phase: 'ready', open: page.open, calls: page.calls, hasOlder: next !== null })
  }

  const reopen = async (): Promise<void> => {
    list += 1
    const mine = list
    try {
      const page = await read(undefined)
      if (mine === list) show(page)
    } catch (error) {
      if (mine === list) set({ ...NOTHING, phase: 'failed', error })
    }
  }

  const older = async (): Promise<void> => {
    const before = next
    if (before === null || get().readingOlder) return
    const mine = list
    set({ ...get(), readingOlder: true })
    try {
      const page = await read(before)
      if (mine !== list) return
      next = page.next
      const known = new Set(get().calls.map(keyOfCall))
      const calls = [...get().calls, ...page.calls.filter((call) => !known.has(keyOfCall(call)))]
      set({ ...get(), calls, hasOlder: next !== null, readingOlder: false })
    } catch {
      // The next scroll reads again.
      if (mine === list) set({ ...get(), readingOlder: false })
    }
  }

  const readNewer = async (): Promise<void> => {
    const mine = list
    const page = await read(undefined)
    if (mine !== list) return
    const calls = joined(page.calls, get().calls)
    // More finished than fits on one page, or all of it was deleted.
    if (calls === undefined || page.calls.length === 0) show(page)
    else set({ ...get(), open: page.open, calls, hasOlder: next !== null })
  }

  const newer = async (): Promise<void> => {
    if (get().phase === 'failed') return reopen()
    isWanted = true
    if (isReading || get().phase !== 'ready') return
    isReading = true
    try {
      while (isWanted) {
        isWanted = false
        await readNewer()
      }
    } catch {
      // The connection strip reports it; the next event reads again.
    } finally {
      isReading = false
    }
  }

  return { state: get, subscribe, reopen, older, newer }
}
