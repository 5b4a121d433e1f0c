/** What a reset or a removal would lose; null where it is not known. */
export interface Loss {
  readonly head: string | null
  readonly dirty: number | null
  readonly untracked: number | null
  readonly unpushed: number | null
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const countIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Reads the facts in the details of a refusal, and nothing else; undefined if there are none. */
export function lossIn(value: unknown): Loss | undefined {
  if (!isRecord(value)) return undefined
  const { head, dirty, untracked, unpushed } = value
  return {
    head: typeof head === 'string' ? head : null,
    dirty: countIn(dirty),
    untracked: countIn(untracked),
    unpushed: countIn(unpushed),
  }
}

/** Returns whether commits would be lost, or may be because they cannot be counted: then the action must be forced. */
export const losesCommits = ({ unpushed }: Loss): boolean => unpushed !== 0

/** Returns the worst loss, for the red button; undefined if nothing is lost. */
export function worstOf({
  dirty,
  untracked,
  unpushed,
}: Loss): { what: 'commits' | 'changes' | 'unknown'; count: number } | undefined {
  if (unpushed === null) return { what: 'unknown', count: 0 }
  if (unpushed > 0) return { what: 'commits', count: unpushed }
  const count = (dirty ?? 0) + (untracked ?? 0)
  return count > 0 ? { what: 'changes', count } : undefined
}
