import type { TerminalMessage } from '../../../../../src/http/contract/lane/terminal-socket.js'
import { backoff } from '../../../live/backoff.js'

type Exit = Extract<TerminalMessage, { type: 'exit' }>

export type TerminalState =
  | { readonly is: 'connecting' }
  | { readonly is: 'open'; readonly mode: 'rw' | 'ro' }
  | { readonly is: 'lost' }
  | { readonly is: 'ended'; readonly exit: Exit | undefined }
  | { readonly is: 'refused'; readonly code: string; readonly message: string }

/** The part of a WebSocket that is used. */
export interface TerminalWire {
  binaryType: 'arraybuffer' | 'blob'
  readonly readyState: number
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(): void
}

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

interface ConnectionParts {
  readonly open: (size: TerminalSize) => TerminalWire
  readonly size: () => TerminalSize
  /** The terminal is connected: it is empty, and its whole screen follows. */
  readonly onReady: () => void
  /** Draws output and calls `drawn` when it is on the screen. */
  readonly onOutput: (bytes: Uint8Array, drawn: () => void) => void
  readonly onState: (state: TerminalState) => void
  readonly random: () => number
  readonly later: (run: () => void, ms: number) => () => void
}

/** What became of a paste. The service accepts messages of 1 MB. */
export type Pasted = 'sent' | 'unsendable' | 'oversized'

export interface TerminalConnection {
  /** Types into the pane. Returns false, and drops it, while the terminal is not connected or read-only. */
  readonly type: (text: string) => boolean
  /** Pastes into the pane, all of a text or nothing of it. */
  readonly paste: (text: string) => Pasted
  /** Shows the newest lines of a pane that is scrolled back. */
  readonly newest: () => void
  readonly resize: (size: TerminalSize) => void
  readonly close: () => void
}

/** Bytes. The service closes a socket that sends more at once. */
const MAX_MESSAGE = 1024 * 1024
const DONE = 1000
/** A refusal closes the socket with this plus the HTTP status of its code. */
const REFUSED = 4000
/** The client has not acknowledged output for too long: a tab that slept, which connects again. */
const STALLED = 4408

/** Connects to the pane of a slot, and again after a break. Output is acknowledged once it is drawn. */
export function connectTerminal(parts: ConnectionParts): TerminalConnection {
  const encoder = new TextEncoder()
  let wire: TerminalWire | undefined
  let state: TerminalState = { is: 'connecting' }
  let failures = 0
  let closed = false
  let cancelRetry: (() => void) | undefined

  const become = (next: TerminalState): void => {
    state = next
    parts.onState(next)
  }

  const connect = (): void => {
    const current = parts.open(parts.size())
    wire = current
    current.binaryType = 'arraybuffer'
    let refusal: Extract<TerminalMessage, { type: 'error' }> | undefined
    let exit: Exit | undefined
    current.addEventListener('message', ({ data }) => {
      if (wire !== current || closed) return
      if (data instanceof ArrayBuffer) {
        const { byteLength: bytes } = data
        parts.onOutput(new Uint8Array(data), () => {
          if (wire === current) current.send(JSON.stringify({ type: 'ack', bytes }))
        })
        return
      }
      if (typeof data !== 'string') return
      const message: TerminalMessage = JSON.parse(data)
      if (message.type === 'ready') {
        failures = 0
        parts.onReady()
        become({ is: 'open', mode: message.mode })
      } else if (message.type === 'exit') exit = message
      else refusal = message
    })
    current.addEventListener('close', ({ code }) => {
      if (wire !== current || closed) return
      wire = undefined
      if (exit !== undefined || code === DONE) return become({ is: 'ended', exit })
      if (code >= REFUSED && code !== STALLED)
        return become({ is: 'refused', code: refusal?.code ?? '', message: refusal?.message ?? '' })
      become({ is: 'lost' })
      cancelRetry = parts.later(connect, backoff(failures, parts.random()))
      failures += 1
    })
  }

  const canType = (): boolean => wire !== undefined && state.is === 'open' && state.mode === 'rw'

  connect()
  return {
    type: (text) => {
      if (!canType()) return false
      wire?.send(encoder.encode(text))
      return true
    },
    paste: (text) => {
      const message = JSON.stringify({ type: 'paste', text })
      if (!canType()) return 'unsendable'
      if (encoder.encode(message).length > MAX_MESSAGE) return 'oversized'
      wire?.send(message)
      return 'sent'
    },
    newest: () => {
      if (wire !== undefined && state.is === 'open') wire.send(JSON.stringify({ type: 'newest' }))
    },
    resize: ({ cols, rows }) => {
      if (wire !== undefined && state.is === 'open') wire.send(JSON.stringify({ type: 'resize', cols, rows }))
    },
    close: () => {
      closed = true
      cancelRetry?.()
      wire?.close()
      wire = undefined
    },
  }
}
