import type { SocketData, SocketType } from '../contract/socket.js'

// A client that missed more re-reads everything: a few requests, while a page takes seconds for thousands of messages.
const MAX_MESSAGES = 2000
const MAX_BYTES = 8 * 1024 * 1024

/** A message as JSON, up to its sequence number: it is serialized once for all rooms. */
export type Unnumbered = string & { readonly unnumbered: true }

export const serialize = <T extends SocketType>(type: T, data: SocketData[T], now: number): Unnumbered =>
  JSON.stringify({ type, data, timestamp: new Date(now).toISOString() }).slice(0, -1) as Unnumbered

/** The latest messages, numbered, for clients that reconnect. */
export class Replay {
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

  /** Numbers a message and keeps it. Returns its text. */
  add(message: Unnumbered): string {
    this.#seq += 1
    const text = this.withCurrentSeq(message)
    this.#messages.push({ seq: this.#seq, text })
    this.#bytes += text.length
    if (this.#messages.length > MAX_MESSAGES || this.#bytes > MAX_BYTES) this.#dropOldest()
    return text
  }

  /** Returns the text of a message for one client only: it carries the current number and is not kept. */
  withCurrentSeq(message: Unnumbered): string {
    return `${message},"seq":${this.#seq}}`
  }

  /** Returns the messages after a number; null when they are gone, or the number is from another process. */
  since(seq: number): readonly string[] | null {
    if (seq === this.#seq) return []
    const oldest = this.#messages[0]?.seq
    if (oldest === undefined || seq < oldest - 1 || seq > this.#seq) return null
    return this.#messages.filter((message) => message.seq > seq).map(({ text }) => text)
  }

  /** Drops the messages and skips a number: clients that disconnected before cannot resume. */
  clear(): void {
    this.#seq += 1
    this.#messages = []
    this.#bytes = 0
  }

  #dropOldest(): void {
    const kept = this.#messages.slice(Math.ceil(this.#messages.length / 4))
    this.#messages = kept
    this.#bytes = kept.reduce((total, { text }) => total + text.length, 0)
  }
}
