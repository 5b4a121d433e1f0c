/** A line of the conversation and how often it contains the text. Hits are in line order. */
export interface Hit {
  readonly line: number
  readonly count: number
}

/** One occurrence of the text: its line, and its index among those of the line. */
export interface Match {
  readonly line: number
  readonly nth: number
}

/** Returns the first match at a line or after it; without one, the last match. */
export function nearest(hits: readonly Hit[], line: number): Match | undefined {
  const hit = hits.find((known) => known.line >= line)
  return hit === undefined ? lastOf(hits.at(-1)) : { line: hit.line, nth: 0 }
}

/** Returns the match after or before another one; past an end it continues at the other end. */
export function step(hits: readonly Hit[], at: Match | undefined, by: 1 | -1): Match | undefined {
  if (hits.length === 0) return undefined
  const [first, last] = [firstOf(hits[0]), lastOf(hits.at(-1))]
  if (at === undefined) return by === 1 ? first : last
  const here = hits.find((hit) => hit.line === at.line)
  const next = at.nth + by
  if (here !== undefined && next >= 0 && next < here.count) return { line: at.line, nth: next }
  return by === 1
    ? (firstOf(hits.find((hit) => hit.line > at.line)) ?? first)
    : (lastOf(hits.findLast((hit) => hit.line < at.line)) ?? last)
}

/** Returns the place of a match among all, from 1; 0 if it is none of them. */
export function placeOf(hits: readonly Hit[], at: Match | undefined): number {
  const index = hits.findIndex((hit) => hit.line === at?.line)
  if (at === undefined || index < 0) return 0
  return hits.slice(0, index).reduce((sum, { count }) => sum + count, 0) + at.nth + 1
}

const firstOf = (hit: Hit | undefined): Match | undefined =>
  hit === undefined ? undefined : { line: hit.line, nth: 0 }
const lastOf = (hit: Hit | undefined): Match | undefined =>
  hit === undefined ? undefined : { line: hit.line, nth: hit.count - 1 }
