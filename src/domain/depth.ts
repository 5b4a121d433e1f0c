/** Maximum nesting of values from outside. Recursive code fails at some depth: SQLite at 1000 levels. */
export const MAX_DEPTH = 200
export const TOO_DEEP = '[nested too deep]'

/** A JSON text of at most this many characters cannot exceed the maximum depth. */
const SHORT = 2 * MAX_DEPTH

/** Whether a value is nested deeper than the given number of levels. */
export const isDeeper = (value: unknown, levels = MAX_DEPTH): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.some((member) => isDeeper(member, levels - 1))
}

/** Parses JSON from outside so that recursion over it is safe: a value below the maximum depth is replaced by TOO_DEEP. */
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
