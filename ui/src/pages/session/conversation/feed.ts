import type { Message, TranscriptPage } from '../../../api/types.js'

/** Where to read: the newest lines, those before a line, or those after one. */
export type Cursor = { readonly before: number } | { readonly after: number } | { readonly newest: true }

export interface FeedState {
  readonly phase: 'opening' | 'ready' | 'failed'
  readonly error: unknown
  /** Oldest first, without gaps and without repeats. */
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  /** The window ends before the conversation does: the reader jumped to the start and has not scrolled to the end. */
  readonly hasNewer: boolean
  readonly readingOlder: boolean
  /** The conversation was made from hooks, because no transcript is readable. */
  readonly fromHooks: boolean
  /** The last change added messages at the start, so the list must keep its distance from the end. */
  readonly prepended: boolean
}

export interface Feed {
  readonly state: () => FeedState
  readonly subscribe: (listener: () => void) => () => void
  /** Reads the newest page and drops everything else. */
  readonly open: () => Promise<void>
  /** Reads the page that ends with a line and drops everything else. */
  readonly openAt: (line: number) => Promise<void>
  /** Reads the page before the first message. Returns whether there was one. */
  readonly older: () => Promise<boolean>
  /** Moves the window to the first message, and leaves out what is in between. */
  readonly beginning: () => Promise<void>
  /** Reads the page after a window that ends before the conversation does. */
  readonly later: () => Promise<void>
  /** Reads what was written since; safe to call at any time. */
  readonly newer: () => Promise<void>
}

const START: FeedState = {
  phase: 'opening',
  error: null,
  messages: [],
  hasOlder: false,
  hasNewer: false,
  readingOlder: false,
  fromHooks: false,
  prepended: false,
}

const shownBy = (page: TranscriptPage): Pick<FeedState, 'messages' | 'fromHooks'> => ({
  messages: page.messages,
  fromHooks: page.from_hooks,
})

/** No page is longer, so everything before line 201 fits into one page. */
const FIRST_LINES = 200

/**
 * Creates a window on a conversation. It opens at the end and grows in both directions: to older messages on demand, and with
 * new ones.
 */
export function createFeed(read: (cursor: Cursor) => Promise<TranscriptPage>): Feed {
  let state = START
  // A response to a request from before the feed was reopened belongs to another window.
  let epoch = 0
  let olderRead: Promise<boolean> | undefined
  let laterRead: Promise<void> | undefined
  let readingNewer = false
  let newerWanted = false
  const listeners = new Set<() => void>()

  const set = (change: Partial<FeedState>): void => {
    state = { ...state, prepended: false, ...change }
    for (const listener of listeners) listener()
  }
  /** Shows a part away from the end. Pending requests were about the end, so their responses are dropped. */
  const leave = (change: Partial<FeedState>): void => {
    epoch += 1
    set(change)
  }
  const first = (): number => state.messages[0]?.line ?? 0
  const last = (): number => state.messages.at(-1)?.line ?? 0

  const open = async (): Promise<void> => {
    epoch += 1
    const mine = epoch
    try {
      const page = await read({ newest: true })
      if (mine !== epoch) return
      set({ ...START, phase: 'ready', ...shownBy(page), hasOlder: page.has_more })
    } catch (error) {
      if (mine === epoch) set({ phase: 'failed', error })
    }
  }

  /** Reads the newest page after the transcript appeared or disappeared: its lines are numbered differently. */
  const reopened = async (): Promise<true> => {
    await open()
    return true
  }

  const openAt = async (line: number): Promise<void> => {
    epoch += 1
    const mine = epoch
    try {
      const page = await read({ before: line + 1 })
      if (mine !== epoch) return
      // The line no longer exists: show the newest messages instead.
      if (page.messages.length === 0) return await open()
      leave({ ...START, phase: 'ready', ...shownBy(page), hasOlder: page.has_more, hasNewer: true })
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
      if (page.from_hooks !== state.fromHooks) return await reopened()
      const fresh = page.messages.filter((message) => message.line < first())
      set({
        messages: [...fresh, ...state.messages],
        hasOlder: page.has_more && fresh.length > 0,
        readingOlder: false,
        prepended: true,
      })
      return true
    } catch {
      // The next scroll reads again.
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

  const readFirst = async (): Promise<TranscriptPage> => {
    // After line 0 means "from the newest".
    const page = await read({ before: FIRST_LINES + 1 })
    return page.messages.length > 0 ? page : read({ after: FIRST_LINES })
  }

  const beginning = async (): Promise<void> => {
    if (state.phase !== 'ready' || !state.hasOlder) return
    epoch += 1
    const mine = epoch
    try {
      const page = await readFirst()
      if (mine !== epoch) return
      const hasNewer = (page.messages.at(-1)?.line ?? 0) < last()
      leave({ ...shownBy(page), hasOlder: false, hasNewer, readingOlder: false })
    } catch {
      // The messages stay; the user can press the key again.
      if (mine === epoch) set({ readingOlder: false })
    }
  }

  /** Appends one page. Returns whether there is more after it. */
  const readOn = async (): Promise<boolean> => {
    const mine = epoch
    const page = await read({ after: last() })
    if (mine !== epoch) return false
    if (page.from_hooks !== state.fromHooks) return !(await reopened())
    const fresh = page.messages.filter((message) => message.line > last())
    const more = page.has_more && fresh.length > 0
    if (fresh.length > 0 || state.hasNewer)
      set({ messages: [...state.messages, ...fresh], hasNewer: state.hasNewer && more })
    return more
  }

  const later = (): Promise<void> => {
    if (!state.hasNewer) return Promise.resolve()
    laterRead ??= readOn()
      .then(
        () => undefined,
        // The next scroll reads again.
        () => undefined,
      )
      .finally(() => {
        laterRead = undefined
      })
    return laterRead
  }

  const readBehind = async (): Promise<void> => {
    while (await readOn()) {
      // Page by page, up to the end.
    }
  }

  const newer = async (): Promise<void> => {
    if (state.phase === 'opening' || state.hasNewer) return
    newerWanted = true
    if (readingNewer) return
    readingNewer = true
    try {
      while (newerWanted) {
        newerWanted = false
        // After line 0 means "from the newest" and would leave a gap, so an empty window is reopened.
        await (last() === 0 ? open() : readBehind())
      }
    } catch {
      // The messages stay; the next event of the session reads again.
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
    openAt,
    older,
    beginning,
    later,
    newer,
  }
}
