import { CLOSE, CLOSE_LIST, COMMA, endOfContainer, endOfString, OPEN, OPEN_LIST, QUOTE } from './scan.js'

export interface Limits {
  /** Arrays and objects below this many levels are replaced. */
  readonly levels: number
  /** Members and elements of the whole text. The others are left out. */
  readonly members?: number
  /** Characters of a string or a key. Longer ones are shortened. */
  readonly characters?: number
  /** Members with these names are kept in the two outer levels, whatever else is there. */
  readonly kept?: ReadonlySet<string>
}

/** What a value below the maximum depth is replaced by. */
export const TOO_DEEP = '[nested too deep]'
/** Characters. A mark that is longer than what it replaces would reduce nothing. */
const LONGEST_MARK = 48
const OUTER_LEVELS = 2
const MOST_KEPT = 64
const LONGEST_SPACE = 64
const COLON = 0x3a
const LETTER_U = 0x75
const NUMBER = /^-?[\d.eE+-]+$/

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

/**
 * Reduces a JSON text to limits before it is parsed, in one pass over the text. What is replaced or left out is marked. A text that
 * is not JSON stays one that is not, unless the fault is in what was left out.
 */
export class Reducer {
  readonly #members: number
  readonly #characters: number
  readonly #pieces: string[] = []
  /** The start of what is kept unchanged and not yet a piece. */
  #from = 0
  #at = 0
  #taken = 0
  #kept = 0

  constructor(
    private readonly json: string,
    private readonly limits: Limits,
  ) {
    this.#members = limits.members ?? Number.POSITIVE_INFINITY
    this.#characters = limits.characters ?? Number.POSITIVE_INFINITY
  }

  /** Returns the reduced text. */
  text(): string {
    this.#space()
    this.#value(0)
    this.#pieces.push(this.json.slice(this.#from))
    return this.#pieces.join('')
  }

  #value(level: number): void {
    const unit = this.json.charCodeAt(this.#at)
    if (unit === QUOTE) return this.#string()
    if (unit === OPEN || unit === OPEN_LIST) {
      if (level < this.limits.levels) return this.#container(unit === OPEN, level)
      const start = this.#at
      this.#at = endOfContainer(this.json, start)
      return this.#replace(start, this.#at, `"${TOO_DEEP}"`)
    }
    const start = this.#at
    while (this.#at < this.json.length && !this.#isAfterScalar()) this.#at++
    const length = this.#at - start
    if (length > this.#characters && NUMBER.test(this.json.slice(start, this.#at)))
      this.#replace(start, this.#at, `"[a number of ${length} characters]"`)
  }

  #container(isObject: boolean, level: number): void {
    const close = isObject ? CLOSE : CLOSE_LIST
    let [present, left] = [0, 0]
    /** Where the members start that are being left out, with the comma before them. */
    let gap: number | null = null
    let comma = ++this.#at
    for (;;) {
      this.#space()
      const unit = this.json.charCodeAt(this.#at)
      if (this.#at >= this.json.length || unit === close) break
      if (this.#isWanted(isObject, level)) {
        if (gap !== null) this.#replace(gap, present === 0 ? this.#at : comma, '')
        gap = null
        present++
        this.#member(isObject, level)
      } else {
        gap ??= present === 0 ? this.#at : comma
        left++
        this.#skip(isObject)
      }
      this.#space()
      comma = this.#at
      if (this.json.charCodeAt(comma) !== COMMA) break
      this.#at++
    }
    if (left > 0) {
      const mark = isObject ? `"[left out]":"${left} members"` : `"[${left} elements left out]"`
      const whole = present === 0 ? mark : `,${mark}`
      this.#replace(gap ?? this.#at, this.#at, whole)
    }
    if (this.json.charCodeAt(this.#at) === close) this.#at++
    // Not JSON: the rest is kept for the parser, which refuses it.
    else this.#at = this.json.length
  }

  #isWanted(isObject: boolean, level: number): boolean {
    if (this.#taken < this.#members) {
      this.#taken++
      return true
    }
    const { kept } = this.limits
    if (kept === undefined || !isObject || level >= OUTER_LEVELS || this.#kept >= MOST_KEPT) return false
    const isKept = kept.has(this.json.slice(this.#at + 1, endOfString(this.json, this.#at) - 1))
    if (isKept) this.#kept++
    return isKept
  }

  #member(isObject: boolean, level: number): void {
    if (isObject) {
      if (this.json.charCodeAt(this.#at) === QUOTE) this.#string()
      this.#space()
      if (this.json.charCodeAt(this.#at) === COLON) this.#at++
      this.#space()
    }
    this.#value(level + 1)
  }

  #skip(isObject: boolean): void {
    if (isObject) {
      this.#at = endOfString(this.json, this.#at)
      while (isSpace(this.json.charCodeAt(this.#at)) || this.json.charCodeAt(this.#at) === COLON) this.#at++
    }
    const unit = this.json.charCodeAt(this.#at)
    if (unit === QUOTE) this.#at = endOfString(this.json, this.#at)
    else if (unit === OPEN || unit === OPEN_LIST) this.#at = endOfContainer(this.json, this.#at)
    else while (this.#at < this.json.length && !this.#isAfterScalar()) this.#at++
  }

  #isAfterScalar(): boolean {
    const unit = this.json.charCodeAt(this.#at)
    return unit === COMMA || unit === CLOSE || unit === CLOSE_LIST || isSpace(unit)
  }

  #string(): void {
    const start = this.#at
    this.#at = endOfString(this.json, start)
    if (this.#at - start - 2 <= this.#characters + LONGEST_MARK) return
    const { cut, length } = this.#measured(start + 1, this.#at - 1)
    if (length <= this.#characters + LONGEST_MARK) return
    this.#replace(cut, this.#at - 1, `[shortened from ${length} characters]`)
  }

  /** Returns how many characters a string has, and where it is cut: never in an escape or in a pair. */
  #measured(from: number, to: number): { readonly cut: number; readonly length: number } {
    // A search in the whole text would go on after the end of the string.
    const text = this.json.slice(from, to)
    let [length, cut] = [0, 0]
    for (let at = 0; at < text.length; ) {
      const escape = text.indexOf('\\', at)
      const plain = (escape === -1 ? text.length : escape) - at
      if (length < this.#characters) cut = at + Math.min(plain, this.#characters - length)
      length += plain
      at += plain
      if (at >= text.length) break
      at += text.charCodeAt(at + 1) === LETTER_U ? 6 : 2
      length++
      if (length <= this.#characters) cut = at
    }
    const last = text.charCodeAt(cut - 1)
    return { cut: from + (last >= 0xd800 && last <= 0xdbff ? cut - 1 : cut), length }
  }

  #space(): void {
    const start = this.#at
    while (isSpace(this.json.charCodeAt(this.#at))) this.#at++
    if (this.#at - start > LONGEST_SPACE) this.#replace(start, this.#at, '')
  }

  #replace(from: number, to: number, text: string): void {
    this.#pieces.push(this.json.slice(this.#from, from), text)
    this.#from = to
  }
}
