import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { dismiss } from './dismiss.js'

/** Bytes. A slow client with more pending gets no messages until it has read them, and is then asked to re-read everything. */
const SLOW_BYTES = 1024 * 1024
/** Bytes. A stream waits for a client with more pending, long before messages are withheld from it. */
const STREAM_BYTES = 256 * 1024
/** Bytes. A client with more pending and withheld data is disconnected. */
const CLOSE_BYTES = 16 * 1024 * 1024
/** The text that a page sends to check the connection. */
const PING = 'ping'
const GOING_AWAY = 1001
const TRY_AGAIN_LATER = 1013

interface ConnectionEvents {
  /** Returns the answer to a text ping. */
  readonly pong: () => string
  /** Returns the message for a slow client that has read everything that it was sent. */
  readonly caughtUp: () => string
  /** The connection is closed, or about to be. Called at least once. */
  readonly closed: () => void
}

/** One client of the socket. A client that reads too slowly misses messages and slows nobody else down. */
export class Connection {
  /** Total length of messages withheld because the client does not read; null while it does. */
  #withheld: number | null = null
  #awaitsDrain = false
  readonly #onReady: (() => void)[] = []

  constructor(
    private readonly socket: WebSocket,
    /** The underlying connection. Corking it sends a batch of messages as one write. */
    private readonly raw: Duplex,
    private readonly events: ConnectionEvents,
  ) {
    socket.on('message', (data: Buffer) => {
      if (data.toString() === PING && !this.#isBehind()) socket.send(events.pong())
    })
    // A socket error is followed by `close`. Without a listener it would crash the process.
    socket.on('error', () => socket.terminate())
    socket.on('close', events.closed)
  }

  send(message: string): void {
    if (!this.#isBehind()) return this.socket.send(message)
    this.#awaitDrain()
    this.#withheld = (this.#withheld ?? 0) + message.length
    if (this.socket.bufferedAmount + this.#withheld < CLOSE_BYTES) return undefined
    this.events.closed()
    return dismiss(this.socket, TRY_AGAIN_LATER, 'too slow')
  }

  /** Whether the client reads fast enough for a stream, whose items wait instead of being dropped. */
  readonly isReady = (): boolean => !this.#isBehind() && this.socket.bufferedAmount <= STREAM_BYTES

  /** Calls back once the client has read what it was sent. */
  readonly onceReady = (work: () => void): void => {
    this.#onReady.push(work)
    this.#awaitDrain()
  }

  cork(): void {
    this.raw.cork()
  }

  uncork(): void {
    this.raw.uncork()
  }

  close(): void {
    dismiss(this.socket, GOING_AWAY, 'the service is stopping')
  }

  #awaitDrain(): void {
    if (this.#awaitsDrain) return
    this.#awaitsDrain = true
    this.raw.once('drain', () => {
      this.#awaitsDrain = false
      if (this.#withheld !== null) this.socket.send(this.events.caughtUp())
      this.#withheld = null
      // Last: while messages are withheld, the client is not ready.
      for (const work of this.#onReady.splice(0)) work()
    })
  }

  /** Whether the client has too much unread data. Data that only waits for the end of a batch is flushed first. */
  #isBehind(): boolean {
    if (this.#withheld !== null) return true
    if (this.socket.bufferedAmount <= SLOW_BYTES) return false
    if (this.raw.writableCorked > 0) {
      this.raw.uncork()
      this.raw.cork()
    }
    return this.socket.bufferedAmount > SLOW_BYTES
  }
}
