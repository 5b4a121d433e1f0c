/** A member of the outermost object: a value of its own, or one element of a list and the bytes of the text it stands in. */
export type Piece =
  | { readonly member: string; readonly element: unknown; readonly at: number; readonly bytes: number }
  | { readonly member: string; readonly value: unknown }

export class NotJson extends Error {}

/** An element larger than this is refused: it would be held in memory whole. */
const LARGEST = 96 * 1024 * 1024
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Takes a JSON object apart while it comes: the elements of its lists one by one, its other members whole. Only the outline
 * is looked at here; each piece is parsed by itself.
 */
export class JsonLists {
  /** The names of the lists so far, empty ones too. */
  readonly lists = new Set<string>()
  #place: 'start' | 'members' | 'name' | 'colon' | 'value' | 'list' | 'element' | 'end' = 'start'
  #inList = false
  #member = ''
  #chunks: Buffer[] = []
  #size = 0
  /** Bytes before the chunk that is looked at, and before the piece that was begun. */
  #before = 0
  #at = 0
  #depth = 0
  #inText = false
  #escaped = false;

  /** The pieces that end in a chunk. */
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

  /** Ends the text; throws when it is not whole. */
  end(): void {
    if (this.#place !== 'end') throw new NotJson('the text ends too early')
  }

  get #isWithin(): boolean {
    return this.#place === 'name' || this.#place === 'value' || this.#place === 'element'
  }

  /** Looks at a byte between two pieces; true where one begins with it. */
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

  /** Whether a piece goes on with a byte; a text and a nested value take their closing byte with them. */
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
      value = JSON.parse(text)
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
    // A copy: the chunk's memory is used again.
    if (part.length > 0) this.#chunks.push(Buffer.from(part))
  }
}
