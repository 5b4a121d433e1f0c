const ESC = 0x1b
const [BEL, BACKSLASH] = [0x07, 0x5c]
/** After this long a lone Esc is the key, not the beginning of a sequence. */
const ESC_MS = 50
/** After this long the rest of a key does not come any more. */
const REST_MS = 500
/** Bytes. A longer reply of a terminal is passed on in parts. */
const LONGEST = 4096

/**
 * Keeps a key of several bytes together that a client sends in several messages: tmux reads a pause within one as its end, so it
 * would take `ESC` `[A` for Esc and two letters, and would drop half a character.
 */
export class WholeKeys {
  #held: Uint8Array = new Uint8Array()
  #timer: NodeJS.Timeout | null = null

  constructor(private readonly type: (bytes: Uint8Array) => void) {}

  input(bytes: Uint8Array): void {
    this.#cancel()
    const all = Buffer.concat([this.#held, bytes])
    const end = wholeKeys(all)
    this.#held = all.subarray(end)
    if (end > 0) this.type(all.subarray(0, end))
    if (this.#held.length === 0) return
    this.#timer = setTimeout(() => this.#release(), this.#held.length === 1 && this.#held[0] === ESC ? ESC_MS : REST_MS)
    this.#timer.unref()
  }

  close(): void {
    this.#cancel()
    this.#held = new Uint8Array()
  }

  #release(): void {
    const held = this.#held
    this.close()
    this.type(held)
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** Returns how many bytes from the beginning are whole keys. The rest is the beginning of one. */
export function wholeKeys(bytes: Uint8Array): number {
  const escape = bytes.lastIndexOf(ESC)
  if (escape >= 0 && bytes.length - escape <= LONGEST) {
    // The end of a string is itself a sequence: ESC and a backslash.
    const start = isString(bytes, escape) ? escape : openString(bytes, escape)
    if (start !== undefined && !isComplete(bytes.subarray(start))) return start
    if (!isComplete(bytes.subarray(escape))) return escape
  }
  const part = bytes.length - partOfCharacter(bytes)
  // With Alt, a character comes after an ESC.
  return part < bytes.length && bytes[part - 1] === ESC ? part - 1 : part
}

const isString = (bytes: Uint8Array, at: number): boolean => [0x5d, 0x50, 0x5e, 0x5f].includes(bytes[at + 1] ?? 0)

/** Returns where the string begins that an `ESC` at the end may terminate. */
function openString(bytes: Uint8Array, escape: number): number | undefined {
  if (escape === 0 || bytes.length > escape + 1) return undefined
  const before = bytes.lastIndexOf(ESC, escape - 1)
  return before >= 0 && isString(bytes, before) && !bytes.subarray(before, escape).includes(BEL) ? before : undefined
}

/** Returns whether a sequence that begins with `ESC` is complete, with whatever follows it. */
function isComplete(bytes: Uint8Array): boolean {
  const [, kind, ...rest] = bytes
  if (kind === undefined) return false
  if (kind === 0x5b) {
    // Old reports of a mouse have three more bytes.
    if (rest[0] === 0x4d) return rest.length > 3
    return rest.some((byte) => byte >= 0x40 && byte <= 0x7e)
  }
  if (kind === 0x4f) return rest.length > 0
  if (isString(bytes, 0)) return rest.some((byte, at) => byte === BEL || (byte === ESC && rest[at + 1] === BACKSLASH))
  return true
}

/** Returns how many bytes at the end are the beginning of a character in UTF-8. */
function partOfCharacter(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0
  }
  return 0
}
