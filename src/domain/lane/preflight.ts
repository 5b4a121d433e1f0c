import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'

export const LANE_ACTIONS = ['reset', 'remove', 'purge'] as const

export const BLOCKERS = ['adopted', 'missing', 'unreadable', 'other-worktree', 'unpushed-commits'] as const
type Blocker = (typeof BLOCKERS)[number]

/** What a reset or a removal would discard; null where it cannot be counted. */
export interface Loss {
  readonly head: string | null
  /** Changed tracked files. */
  readonly dirty: number | null
  readonly untracked: number | null
  /** Commits that exist nowhere else. */
  readonly unpushed: number | null
}

/** The commits that would be lost without the directory of a lane. */
interface BranchLoss {
  /** Null if there is no branch. */
  readonly head: string | null
  readonly unpushed: number
  readonly hasRemote: boolean
}

/** The directory of a lane: what its worktree would lose, or why that is not known. */
export type FoundTree =
  | { readonly is: 'adopted' }
  /** The branch is null where git cannot read the repository. */
  | { readonly is: 'missing'; readonly branch: BranchLoss | null }
  /** Something else is in its place. */
  | { readonly is: 'replaced'; readonly branch: BranchLoss | null }
  /** The message is git's. */
  | { readonly is: 'unreadable'; readonly message: string; readonly branch: BranchLoss | null }
  /** Git would work in another repository or worktree. */
  | { readonly is: 'other-worktree'; readonly message: string; readonly branch: BranchLoss | null }
  | { readonly is: 'readable'; readonly loss: Loss; readonly hasRemote: boolean }

const UNKNOWN: Loss = { head: null, dirty: null, untracked: null, unpushed: null }

/** Returns what is confirmed before an action. Blockers prevent a reset; only `other-worktree` prevents a removal. */
export const preflightOf = (found: FoundTree) => {
  if (found.is === 'adopted') return { ...UNKNOWN, blocked: ['adopted' as const], warnings: [] }
  const { loss, hasRemote } =
    found.is === 'readable'
      ? found
      : { loss: { ...UNKNOWN, unpushed: found.branch?.unpushed ?? null }, hasRemote: found.branch?.hasRemote ?? true }
  const blocked: readonly Blocker[] = [
    ...(found.is === 'readable' ? [] : [found.is === 'replaced' ? 'missing' : found.is]),
    ...((loss.unpushed ?? 0) > 0 ? (['unpushed-commits'] as const) : []),
  ]
  return { ...loss, blocked, warnings: hasRemote ? [] : (['no-remote'] as const) }
}

/** The body of a request for an action: every member may be missing or of any type. */
export interface Confirmation {
  readonly confirm?: unknown
  readonly expect?: unknown
  readonly force?: unknown
}

export interface Confirmed {
  readonly expected: Loss
  readonly force: boolean
}

const isCount = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)

/** Returns what a user confirmed: every fact that the preflight showed. */
export const readConfirmation = ({
  confirm,
  expect,
  force,
}: Confirmation): Either.Either<Confirmed, Rejection<'ECONFIRM' | 'EEXPECT'>> => {
  if (confirm !== true) return Either.left(reject('ECONFIRM', 'confirm: must be true'))
  const { head, dirty, untracked, unpushed } = (typeof expect === 'object' && expect !== null ? expect : {}) as {
    readonly [K in keyof Loss]?: unknown
  }
  if ((head !== null && typeof head !== 'string') || !isCount(dirty) || !isCount(untracked) || !isCount(unpushed))
    return Either.left(reject('EEXPECT', 'expect: must have the head, dirty, untracked and unpushed of the preflight'))
  return Either.right({ expected: { head, dirty, untracked, unpushed }, force: force === true })
}

const FACTS = ['head', 'dirty', 'untracked', 'unpushed'] as const

/** Returns why an action that a user confirmed must not run: something changed since, or commits would be lost. */
export const refusalOfLoss = (
  { expected, force }: Confirmed,
  current: Loss,
): Rejection<'ESTALE' | 'EUNPUSHED'> | undefined => {
  if (FACTS.some((fact) => expected[fact] !== current[fact])) {
    const { head, dirty, untracked, unpushed } = current
    const fields = { expected, current: { head, dirty, untracked, unpushed } }
    return reject('ESTALE', 'the worktree changed; nothing was done', { fields })
  }
  const { unpushed } = current
  if (unpushed === 0 || force) return undefined
  return unpushed === null
    ? reject('EUNPUSHED', 'the commits that exist nowhere else cannot be counted; send force to lose them')
    : reject('EUNPUSHED', `${unpushed} commits exist nowhere else; send force to lose them`)
}
