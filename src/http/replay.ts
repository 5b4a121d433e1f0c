import type { SocketData, SocketType } from './contract/socket.js'

// A client that missed more re-reads everything: a few requests, while a page takes seconds for thousands of messages.
const MAX_MESSAGES = 2000
const MAX_BYTES = 8 * 1024 * 1024

/** The latest messages, numbered, for clients that reconnect. */
export class Replay {
  /** How long messages are kept after the last client disconnected. */
  static readonly KEEP_MS = 120_000

  #messages: { readonly seq: number; readonly text: string }[] = []
  #bytes = 0
  #seq: number

  /** Numbers start at the start time, so that they never repeat those of an earlier process. */
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

  /** Returns a message for one client only: it carries the current number and is not kept. */
  unnumbered<T extends SocketType>(type: T, data: SocketData[T], now: number): string {
    return messageText(type, data, now, this.#seq)
  }

  /** Returns the messages after a number; null when they are gone, or the number is from another process. */
  since(seq: number): readonly string[] | null {
    if (seq === this.#seq) return []
    const oldest = this.#messages[0]?.seq
    if (oldest === undefined || seq < oldest - 1 || seq > this.#seq) return null
    return this.#messages.filter((message) => message.seq > seq).map(({ text }) => text)
  }

  clear(): void {
    // A gap: clients that disconnected before it cannot resume.
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
