import type { SocketMessage } from '../../../src/http/contract/socket.js'
import { backoff } from './backoff.js'
import { type Watch, watchSilence } from './watch.js'

/** A connection that is not open by then has failed. */
const OPEN_MS = 10_000
/** Answered with a `pong`. */
const PING = 'ping'

export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'lost'; readonly since: number; readonly retryAt: number }

/** The part of a WebSocket that is used. */
export interface Wire {
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  send(text: string): void
  close(): void
}

interface SocketDeps {
  readonly open: (since: number | undefined) => Wire
  readonly onMessage: (message: SocketMessage) => void
  readonly onConnection: (connection: Connection) => void
  /** Messages may have been missed: the page must re-read everything. */
  readonly onGap: () => void
  /** The service could not be reached or refused the connection. Browsers do not report which. */
  readonly onRefused: () => void
  readonly now: () => number
  readonly random: () => number
  readonly later: (run: () => void, ms: number) => () => void
}

export interface LiveSocket {
  /** Connects now instead of waiting for the next attempt. */
  readonly retry: () => void
  readonly close: () => void
}

/**
 * Keeps one socket open and remembers its last message. After a break the service sends the missed messages, or reports that it
 * cannot. Only then the page re-reads everything.
 */
export function openSocket(deps: SocketDeps): LiveSocket {
  let seq: number | undefined
  let socket: Wire | undefined
  let cancelRetry: (() => void) | undefined
  let stopWaiting: (() => void) | undefined
  let failures = 0
  let lostAt: number | undefined
  let closed = false

  const receive = (text: string): void => {
    const message: SocketMessage = JSON.parse(text)
    const resumedFrom = seq
    seq = message.seq
    if (message.type === 'hello') {
      seq = message.data.seq
      // The first hello counts as a gap too: what was read before it may be older than the first message after it.
      if (resumedFrom === undefined || !message.data.resumed) deps.onGap()
      return
    }
    if (message.type === 'resync') return deps.onGap()
    deps.onMessage(message)
  }

  const connect = (): void => {
    cancelRetry?.()
    cancelRetry = undefined
    const current = deps.open(seq)
    socket = current
    let opened = false
    let watch: Watch | undefined

    const gone = (): void => {
      if (closed || socket !== current) return
      socket = undefined
      cancelWait()
      watch?.stop()
      if (!opened) deps.onRefused()
      const wait = backoff(failures, deps.random())
      failures += 1
      lostAt ??= deps.now()
      deps.onConnection({ state: 'lost', since: lostAt, retryAt: deps.now() + wait })
      cancelRetry = deps.later(connect, wait)
    }
    // A service that hangs accepts connections but never answers, not even to `close`, so the connection counts as lost at
    // once.
    const giveUp = (): void => {
      gone()
      current.close()
    }
    const cancelWait = deps.later(giveUp, OPEN_MS)

    current.addEventListener('open', () => {
      if (socket !== current) return
      opened = true
      failures = 0
      lostAt = undefined
      cancelWait()
      watch = watchSilence({ ...deps, ask: () => current.send(PING), onSilence: giveUp })
      deps.onConnection({ state: 'live' })
    })
    current.addEventListener('message', (event) => {
      if (socket !== current) return
      watch?.heard()
      if (typeof event.data === 'string') receive(event.data)
    })
    current.addEventListener('close', gone)
    stopWaiting = (): void => {
      cancelWait()
      watch?.stop()
    }
  }

  connect()
  return {
    retry: () => {
      if (!closed && cancelRetry !== undefined) connect()
    },
    close: () => {
      closed = true
      cancelRetry?.()
      stopWaiting?.()
      socket?.close()
    },
  }
}
