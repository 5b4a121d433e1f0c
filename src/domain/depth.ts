/** Deeper than any honest value. Whatever goes down a value by recursion ends somewhere: SQLite at a thousand levels. */
export const MAX_DEPTH = 200
export const TOO_DEEP = '[nested too deep]'

/** A text of this many characters cannot hold a value that is too deep. */
const SHORT = 2 * MAX_DEPTH

/** Whether a value nests deeper than so many levels. */
export const isDeeper = (value: unknown, levels = MAX_DEPTH): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeper(member, levels - 1))
}

/** A value from outside that everybody may go down: what stands too deep in it is left out, and marked. */
export const parseBounded = (json: string): unknown => {
  const value: unknown = JSON.parse(json)
  return json.length > SHORT && isDeeper(value) ? pruned(value, MAX_DEPTH) : value
}

const pruned = (value: unknown, levels: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return TOO_DEEP
  if (Array.isArray(value)) return value.map((item) => pruned(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, pruned(member, levels - 1)]))
}
