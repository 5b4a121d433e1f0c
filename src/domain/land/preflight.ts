import type { CheckKind } from '../review/check.js'

/** What is checked before the branch of a lane lands on its base, in the order in which it is shown. */
export const LAND_ROWS = [
  'agents',
  'accepted',
  'committed',
  'checks',
  'base',
  'conflicts',
  'lanes',
  'checkout',
] as const
export type LandRowId = (typeof LAND_ROWS)[number]

/** `warn` is allowed, `ask` needs a confirmation, `refused` must be solved first, `unknown` could not be checked. */
export const LAND_STATES = ['ok', 'warn', 'ask', 'refused', 'unknown'] as const
export type LandState = (typeof LAND_STATES)[number]

/** Another lane whose committed work conflicts with the result. */
export interface LaneConflict {
  readonly lane: number
  readonly title: string
  readonly files: readonly string[]
}

/** The newest run of a check in the lane. */
export interface LandCheck {
  readonly kind: CheckKind
  /** Null if its exit code does not tell. */
  readonly ok: boolean | null
  /** Edits by agents after it. */
  readonly edits: number
}

/** The working directory that has the base checked out. */
export interface Holder {
  readonly path: string
  /** Tracked files with changes. */
  readonly changes: number
  /** What is in progress there. */
  readonly busy: 'merge' | 'rebase' | 'other' | null
}

/** What decides whether a branch can land. */
export interface LandFacts {
  /** Agents of the lane that work or wait for an answer. */
  readonly busyAgents: number
  /** A merge is in progress in the lane. */
  readonly merging: boolean
  readonly accepted: 'none' | 'stale' | 'current'
  /** Files of the lane that are not committed. */
  readonly uncommitted: number
  /** Null if they could not be read. */
  readonly checks: readonly LandCheck[] | null
  /** Commits that the base does not have, and those of the base that the lane does not have. */
  readonly ahead: number
  readonly behind: number
  /** Commits of the base's upstream that land along. */
  readonly brought: number
  /** The files that a merge would stop at; null if git is too old to tell. */
  readonly conflicts: readonly string[] | null
  /** Null if not checked. */
  readonly lanes: readonly LaneConflict[] | null
  /** Null if the base is checked out nowhere. */
  readonly holder: Holder | null
}

export interface LandRow {
  readonly id: LandRowId
  readonly state: LandState
}

/** A check that failed, or is older than the work, needs a look. Without any, nothing is known. */
const checksState = (checks: readonly LandCheck[]): LandState => {
  if (checks.some(({ ok, edits }) => ok === false || edits > 0)) return 'ask'
  return checks.length === 0 || checks.some(({ ok }) => ok === null) ? 'unknown' : 'ok'
}

const stateOf = (id: LandRowId, facts: LandFacts): LandState => {
  switch (id) {
    case 'agents':
      return facts.busyAgents > 0 || facts.merging ? 'refused' : 'ok'
    case 'accepted':
      return facts.accepted === 'current' ? 'ok' : 'ask'
    case 'committed':
      return facts.uncommitted > 0 || facts.ahead === 0 ? 'refused' : 'ok'
    case 'checks':
      return checksState(facts.checks ?? [])
    case 'base':
      return facts.behind > 0 || facts.brought > 0 ? 'warn' : 'ok'
    case 'conflicts':
      return facts.conflicts === null ? 'unknown' : facts.conflicts.length > 0 ? 'refused' : 'ok'
    case 'lanes':
      return facts.lanes === null ? 'unknown' : facts.lanes.length > 0 ? 'warn' : 'ok'
    default:
      return facts.holder !== null && (facts.holder.changes > 0 || facts.holder.busy !== null) ? 'refused' : 'ok'
  }
}

/** What may happen: `refused` until something is solved, `ask` after a confirmation. */
export type Verdict = 'allowed' | 'ask' | 'refused'

/** Returns the rows of a preflight, and what they allow. */
export const landRows = (facts: LandFacts): { readonly rows: readonly LandRow[]; readonly verdict: Verdict } => {
  const rows = LAND_ROWS.map((id) => ({ id, state: stateOf(id, facts) }))
  const has = (state: LandState): boolean => rows.some((row) => row.state === state)
  return { rows, verdict: has('refused') ? 'refused' : has('ask') ? 'ask' : 'allowed' }
}
