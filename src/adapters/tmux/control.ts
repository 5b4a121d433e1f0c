/** What tmux reports to a client in control mode. */
export type ControlEvent =
  /** It shows a session now. */
  | { readonly is: 'attached' }
  | { readonly is: 'output'; readonly bytes: Buffer }
  /** The reply to a command of this client, in the order of the commands. */
  | { readonly is: 'reply'; readonly lines: readonly Buffer[] }

const NEWLINE = 0x0a
const BACKSLASH = 0x5c
const ZERO = 0x30
const OUTPUT = /^%output %\d+ /
const BEGIN = /^%begin \d+ (\d+) (\d)/
const ATTACHED = /^%session-changed /
const END = /^%(?:end|error) \d+ (\d+) /
/** Longer than any mark at the start of a line. */
const HEAD = 80

/** Returns the bytes of an output: tmux writes control characters and backslashes as three octal digits. */
const unescaped = (line: Buffer): Buffer => {
  const bytes = Buffer.allocUnsafe(line.length)
  let length = 0
  for (let at = 0; at < line.length; length += 1) {
    const byte = line[at] ?? 0
    const [first = 0, second = 0, third = 0] = byte === BACKSLASH ? line.subarray(at + 1, at + 4) : []
    bytes[length] = byte === BACKSLASH ? (first - ZERO) * 64 + (second - ZERO) * 8 + third - ZERO : byte
    at += byte === BACKSLASH ? 4 : 1
  }
  return bytes.subarray(0, length)
}

/** Splits what tmux prints in control mode into events. Lines are bytes: a character may be split between two outputs. */
export class ControlReader {
  #rest = Buffer.alloc(0)
  /** The reply that is being read. */
  #reply: { readonly number: string; readonly isOwn: boolean; readonly lines: Buffer[] } | null = null

  read(chunk: Buffer): readonly ControlEvent[] {
    const events: ControlEvent[] = []
    const text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let start = 0
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      const event = this.#line(text.subarray(start, end))
      if (event !== null) events.push(event)
      start = end + 1
    }
    this.#rest = Buffer.from(text.subarray(start))
    return events
  }

  #line(line: Buffer): ControlEvent | null {
    const head = line.subarray(0, HEAD).toString('latin1')
    if (this.#reply !== null) {
      const { number, isOwn, lines } = this.#reply
      if (END.exec(head)?.[1] !== number) lines.push(Buffer.from(line))
      else this.#reply = null
      return this.#reply === null && isOwn ? { is: 'reply', lines } : null
    }
    const [, number = '', flags = ''] = BEGIN.exec(head) ?? []
    if (number !== '') this.#reply = { number, isOwn: flags === '1', lines: [] }
    if (ATTACHED.test(head)) return { is: 'attached' }
    const mark = OUTPUT.exec(head)?.[0]
    return mark === undefined ? null : { is: 'output', bytes: unescaped(line.subarray(mark.length)) }
  }
}
