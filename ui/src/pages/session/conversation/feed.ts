import type { Message, TranscriptPage } from '../../../api/types.js'

/** Where to read: the newest lines, those before a line, or those behind one. */
export type Cursor = { readonly before: number } | { readonly after: number } | { readonly newest: true }

export interface FeedState {
  readonly phase: 'opening' | 'ready' | 'failed'
  readonly error: unknown
  /** Oldest first, without gaps and without repeats. */
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  readonly readingOlder: boolean
  /** The last change put messages in front: the list must keep its place from the end. */
  readonly prepended: boolean
}

export interface Feed {
  readonly state: () => FeedState
  readonly subscribe: (listener: () => void) => () => void
  /** Reads the newest page, forgetting everything else. */
  readonly open: () => Promise<void>
  /** Reads the page before the first message; whether there was one. */
  readonly older: () => Promise<boolean>
  /** Reads everything before, up to the first message there is. */
  readonly beginning: () => Promise<void>
  /** Reads what was written since; safe to call at any time and any number of times. */
  readonly newer: () => Promise<void>
}

const START: FeedState = {
  phase: 'opening',
  error: null,
  messages: [],
  hasOlder: false,
  readingOlder: false,
  prepended: false,
}

/** A window on a conversation: opens at its end, grows upward on demand and downward as the conversation goes on. */
export function createFeed(read: (cursor: Cursor) => Promise<TranscriptPage>): Feed {
  let state = START
  // An answer to a question asked before the feed was opened anew belongs to another window.
  let epoch = 0
  let olderRead: Promise<boolean> | undefined
  let readingNewer = false
  let newerWanted = false
  const listeners = new Set<() => void>()

  const set = (change: Partial<FeedState>): void => {
    state = { ...state, prepended: false, ...change }
    for (const listener of listeners) listener()
  }
  const first = (): number => state.messages[0]?.line ?? 0
  const last = (): number => state.messages.at(-1)?.line ?? 0

  const open = async (): Promise<void> => {
    epoch += 1
    const mine = epoch
    try {
      const page = await read({ newest: true })
      if (mine !== epoch) return
      set({ phase: 'ready', error: null, messages: page.messages, hasOlder: page.has_more, readingOlder: false })
    } catch (error) {
      if (mine === epoch) set({ phase: 'failed', error })
    }
  }

  const readBefore = async (): Promise<boolean> => {
    const mine = epoch
    set({ readingOlder: true })
    try {
      const page = await read({ before: first() })
      if (mine !== epoch) return false
      const fresh = page.messages.filter((message) => message.line < first())
      set({
        messages: [...fresh, ...state.messages],
        hasOlder: page.has_more && fresh.length > 0,
        readingOlder: false,
        prepended: true,
      })
      return true
    } catch {
      // The next scroll asks again.
      if (mine === epoch) set({ readingOlder: false })
      return false
    }
  }

  const older = (): Promise<boolean> => {
    if (state.phase !== 'ready' || !state.hasOlder) return Promise.resolve(false)
    olderRead ??= readBefore().finally(() => {
      olderRead = undefined
    })
    return olderRead
  }

  const beginning = async (): Promise<void> => {
    while (await older()) {
      // Page by page: every page tells where the one before it ends.
    }
  }

  const readBehind = async (): Promise<void> => {
    const mine = epoch
    for (;;) {
      const page = await read({ after: last() })
      if (mine !== epoch) return
      const fresh = page.messages.filter((message) => message.line > last())
      if (fresh.length === 0) return
      set({ messages: [...state.messages, ...fresh] })
      if (!page.has_more) return
    }
  }

  const newer = async (): Promise<void> => {
    if (state.phase === 'opening') return
    newerWanted = true
    if (readingNewer) return
    readingNewer = true
    try {
      while (newerWanted) {
        newerWanted = false
        // Behind line 0 would mean "from the newest" and leave a gap: an empty window is opened anew.
        await (last() === 0 ? open() : readBehind())
      }
    } catch {
      // What is shown stays; the next event of the session asks again.
    } finally {
      readingNewer = false
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open,
    older,
    beginning,
    newer,
  }
}
