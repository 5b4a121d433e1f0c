/** Lines without a conflict, or the two sides of one. */
export type Part =
  | { readonly kind: 'lines'; readonly from: number; readonly lines: readonly string[] }
  | {
      readonly kind: 'conflict'
      /** Counted from 0. */
      readonly conflict: number
      readonly ours: readonly string[]
      readonly theirs: readonly string[]
      /** What git calls the side that is merged. */
      readonly name: string
    }

export type Choice = 'ours' | 'theirs' | 'both'

const START = /^<{7}(?: |$)/
const BASE = /^\|{7}(?: |$)/
const MIDDLE = /^={7}$/
const END = /^>{7}(?: (.*))?$/

/** Splits the text of a file at its conflict markers. What is no whole conflict stays text. */
export function partsOf(lines: readonly string[]): readonly Part[] {
  const parts: Part[] = []
  let plain: string[] = []
  let from = 1
  let conflict = -1
  const flush = (): void => {
    if (plain.length > 0) parts.push({ kind: 'lines', from, lines: plain })
    plain = []
  }
  for (let at = 0; at < lines.length; at++) {
    const found = START.test(lines[at] ?? '') ? conflictAt(lines, at) : undefined
    if (found === undefined) {
      if (plain.length === 0) from = at + 1
      plain.push(lines[at] ?? '')
      continue
    }
    flush()
    conflict += 1
    parts.push({ ...found.part, conflict })
    at = found.end
  }
  flush()
  return parts
}

type Sides = Omit<Extract<Part, { readonly kind: 'conflict' }>, 'conflict'>

function conflictAt(
  lines: readonly string[],
  start: number,
): { readonly part: Sides; readonly end: number } | undefined {
  const ours: string[] = []
  const theirs: string[] = []
  let side: 'ours' | 'base' | 'theirs' = 'ours'
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (START.test(line)) return undefined
    if (side === 'ours' && BASE.test(line)) side = 'base'
    else if (side !== 'theirs' && MIDDLE.test(line)) side = 'theirs'
    else if (side === 'theirs' && END.test(line))
      return { part: { kind: 'conflict', ours, theirs, name: END.exec(line)?.[1] ?? '' }, end: at }
    else if (side === 'ours') ours.push(line)
    else if (side === 'theirs') theirs.push(line)
  }
  return undefined
}

const MARKS = { ours: ['ours'], theirs: ['theirs'], both: ['ours', 'theirs'] } as const

/** Returns the lines of a file in which one conflict is resolved. */
export function withChoice(lines: readonly string[], conflict: number, choice: Choice): readonly string[] {
  const resolved: string[] = []
  let seen = -1
  for (let at = 0; at < lines.length; at++) {
    const found = START.test(lines[at] ?? '') ? conflictAt(lines, at) : undefined
    if (found === undefined) {
      resolved.push(lines[at] ?? '')
      continue
    }
    seen += 1
    const { part, end } = found
    if (seen === conflict) for (const side of MARKS[choice]) resolved.push(...part[side])
    else resolved.push(...lines.slice(at, end + 1))
    at = end
  }
  return resolved
}
