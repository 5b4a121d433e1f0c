const PAUSE_BYTES = 512 * 1024
const RESUME_BYTES = 128 * 1024
/** Bytes that are not on the network yet. */
const BUFFERED_BYTES = 1024 * 1024

interface FlowParts {
  readonly pause: () => void
  readonly resume: () => void
  /** Bytes that the socket holds because the client does not read. */
  readonly buffered: () => number
  /** The client has not acknowledged anything for too long. */
  readonly stalled: () => void
  readonly stallMs: number
}

/** Pauses the output of a terminal while its client has too much to draw. */
export class TerminalFlow {
  #unacknowledged = 0
  #stall: NodeJS.Timeout | null = null

  constructor(private readonly parts: FlowParts) {}

  sent(bytes: number): void {
    this.#unacknowledged += bytes
    if (this.#stall !== null) return
    if (this.#unacknowledged <= PAUSE_BYTES && this.parts.buffered() <= BUFFERED_BYTES) return
    this.parts.pause()
    this.#wait()
  }

  acknowledged(bytes: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes)
    if (this.#stall === null) return
    this.close()
    if (this.#unacknowledged >= RESUME_BYTES || this.parts.buffered() > BUFFERED_BYTES) return this.#wait()
    return this.parts.resume()
  }

  close(): void {
    if (this.#stall !== null) clearTimeout(this.#stall)
    this.#stall = null
  }

  #wait(): void {
    this.#stall = setTimeout(this.parts.stalled, this.parts.stallMs)
    this.#stall.unref()
  }
}
