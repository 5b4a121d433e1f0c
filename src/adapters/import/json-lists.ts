import { parseBounded, ROW_DEPTH } from '../../domain/json/depth.js'

/** A member of the outermost object: a whole value, or one list element with its byte offset and length in the text. */
export type Piece =
  | { readonly member: string; readonly element: unknown; readonly at: number; readonly bytes: number }
  | { readonly member: string; readonly value: unknown }

export class NotJson extends Error {}

/** Bytes. A larger element is refused, because each is held in memory as a whole. */
const LARGEST = 96 * 1024 * 1024
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * A streaming parser for one JSON object. It yields the elements of its lists one by one and its other members whole. It tracks
 * only the outline; each piece goes through `parseBounded`.
 */
export class JsonLists {
  /** The names of the lists seen so far, including empty ones. */
  readonly lists = new Set<string>()
  #place: 'start' | 'members' | 'name' | 'colon' | 'value' | 'list' | 'element' | 'end' = 'start'
  #inList = false
  #member = ''
  #chunks: Buffer[] = []
  #size = 0
  /** Offsets of the current chunk and of the current piece. */
  #before = 0
  #at = 0
  #depth = 0
  #inText = false
  #escaped = false;

  /** Yields the pieces that end in a chunk. */
  *take(chunk: Buffer): Generator<Piece> {
    let from = -1
    const begin = (at: number): void => {
      from = at
      this.#at = this.#before + at
      this.#depth = 0
      this.#inText = false
      this.#escaped = false
    }
    if (this.#isWithin) from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.#isWithin) {
        if (this.#goesOn(byte)) continue
        yield* this.#piece(chunk.subarray(from, at))
        from = -1
        at -= 1
        continue
      }
      if (isSpace(byte)) continue
      if (this.#step(byte)) begin(at)
      if (this.#isWithin) at -= 1
    }
    if (this.#isWithin && from >= 0) this.#hold(chunk.subarray(from))
    this.#before += chunk.length
  }

  /** Finishes the text. Throws `NotJson` when it is incomplete. */
  end(): void {
    if (this.#place !== 'end') throw new NotJson('the text ends too early')
  }

  get #isWithin(): boolean {
    return this.#place === 'name' || this.#place === 'value' || this.#place === 'element'
  }

  /** Processes a byte between two pieces; true when a piece starts with it. */
  #step(byte: number): boolean {
    switch (this.#place) {
      case 'start':
        if (byte !== OPEN) throw new NotJson('no object')
        this.#place = 'members'
        return false
      case 'members':
        if (byte === CLOSE) this.#place = 'end'
        else if (byte === QUOTE) this.#place = 'name'
        else if (byte !== COMMA) throw new NotJson('a member has no name')
        return this.#place === 'name'
      case 'colon':
        if (byte === COLON) return false
        this.#inList = byte === OPEN_LIST
        this.#place = this.#inList ? 'list' : 'value'
        if (this.#inList) this.lists.add(this.#member)
        return !this.#inList
      case 'list':
        if (byte === CLOSE_LIST) this.#place = 'members'
        else if (byte !== COMMA) this.#place = 'element'
        return this.#place === 'element'
      default:
        throw new NotJson('there is more behind the end')
    }
  }

  /** Whether a piece continues with a byte. Strings and nested values include their closing byte. */
  #goesOn(byte: number): boolean {
    if (this.#depth < 0) return false
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) {
        this.#inText = false
        if (this.#depth === 0) this.#depth = -1
      }
      return true
    }
    if (byte === QUOTE) this.#inText = true
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth += 1
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      if (this.#depth === 0) return false
      this.#depth -= 1
      if (this.#depth === 0) this.#depth = -1
    } else if (this.#depth === 0 && (byte === COMMA || isSpace(byte))) return false
    return true
  }

  *#piece(last: Buffer): Generator<Piece> {
    this.#hold(last)
    const text = Buffer.concat(this.#chunks).toString('utf8')
    const place = { at: this.#at, bytes: this.#size }
    this.#chunks = []
    this.#size = 0
    this.#depth = 0
    let value: unknown
    try {
      value = parseBounded(text, ROW_DEPTH)
    } catch (error) {
      throw new NotJson((error as Error).message)
    }
    if (this.#place === 'name') {
      this.#member = String(value)
      this.#place = 'colon'
    } else if (this.#place === 'element') {
      this.#place = 'list'
      yield { member: this.#member, element: value, ...place }
    } else {
      this.#place = 'members'
      yield { member: this.#member, value }
    }
  }

  #hold(part: Buffer): void {
    this.#size += part.length
    if (this.#size > LARGEST) throw new NotJson('one of its rows is too large')
    // A copy, because the chunk's memory is reused.
    if (part.length > 0) this.#chunks.push(Buffer.from(part))
  }
}
