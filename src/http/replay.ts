import type { SocketData, SocketType } from './contract/socket.js'

// Whoever missed more reads anew: a few requests, where a page takes seconds for thousands of messages.
const MAX_MESSAGES = 2000
const MAX_BYTES = 8 * 1024 * 1024

/** The latest messages, numbered, for clients that come back. */
export class Replay {
  /** How long after the last client left messages are still kept for its return. */
  static readonly KEEP_MS = 120_000

  #messages: { readonly seq: number; readonly text: string }[] = []
  #bytes = 0
  #seq: number

  /** Numbers begin at the time of the start, so that no number of an earlier process is ever met again. */
  constructor(startedAt: number) {
    this.#seq = Math.floor(startedAt) * 1000
  }

  get seq(): number {
    return this.#seq
  }

  add<T extends SocketType>(type: T, data: SocketData[T], now: number): string {
    this.#seq += 1
    const text = messageText(type, data, now, this.#seq)
    this.#messages.push({ seq: this.#seq, text })
    this.#bytes += text.length
    if (this.#messages.length > MAX_MESSAGES || this.#bytes > MAX_BYTES) this.#dropOldest()
    return text
  }

  /** A message to one client alone: it carries the current number and is not kept. */
  unnumbered<T extends SocketType>(type: T, data: SocketData[T], now: number): string {
    return messageText(type, data, now, this.#seq)
  }

  /** What came after a number; null when that is too long ago, or of another process. */
  since(seq: number): readonly string[] | null {
    if (seq === this.#seq) return []
    const oldest = this.#messages[0]?.seq
    if (oldest === undefined || seq < oldest - 1 || seq > this.#seq) return null
    return this.#messages.filter((message) => message.seq > seq).map(({ text }) => text)
  }

  clear(): void {
    // A gap: nobody who left before it can be brought up to date.
    if (this.#messages.length > 0) this.#seq += 1
    this.#messages = []
    this.#bytes = 0
  }

  #dropOldest(): void {
    const kept = this.#messages.slice(Math.ceil(this.#messages.length / 4))
    this.#messages = kept
    this.#bytes = kept.reduce((total, { text }) => total + text.length, 0)
  }
}

const messageText = (type: SocketType, data: unknown, now: number, seq: number): string =>
  JSON.stringify({ type, data, timestamp: new Date(now).toISOString(), seq })
