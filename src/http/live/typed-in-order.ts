import { reject, type Rejection } from '../../domain/rejection.js'

/** Bytes that may wait for a paste. */
const MAX_WAITING = 64 * 1024

/** A paste takes a command of tmux. What a client types meanwhile waits, so that the pane gets everything in order. */
export class TypedInOrder {
  #waiting: (Uint8Array | string)[] | null = null
  #bytes = 0

  /** @param paste resolves when the pane has the text. It never rejects. */
  constructor(
    private readonly type: (bytes: Uint8Array) => void,
    private readonly paste: (text: string) => Promise<unknown>,
  ) {}

  /** Types or pastes what a client sent. Returns why it is dropped. */
  accept(input: Uint8Array | string): Rejection | null {
    if (this.#waiting === null) {
      this.#pass(input)
      return null
    }
    if (this.#bytes + input.length > MAX_WAITING) return reject('ETOOBIG', 'a paste is still under way')
    this.#bytes += input.length
    this.#waiting.push(input)
    return null
  }

  #pass(input: Uint8Array | string): void {
    if (typeof input !== 'string') return this.type(input)
    this.#waiting = []
    void this.paste(input).then(() => this.#release())
  }

  #release(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    this.#bytes = 0
    for (const input of waiting) this.accept(input)
  }
}
