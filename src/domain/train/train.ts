import type { LandWay } from '../land/request.js'

/**
 * What became of a lane of a merge train. `landed`: it is on the base. `conflicts`: a merge would stop at files. `refused`: its
 * preflight does not allow it, or it changed meanwhile. `gone`: the lane exists no more.
 */
export const TRAIN_OUTCOMES = ['landed', 'conflicts', 'refused', 'gone'] as const
export type TrainOutcome = (typeof TRAIN_OUTCOMES)[number]

/** Why a train ended: all its lanes had their turn, a user stopped it, or the service stopped meanwhile. */
export const TRAIN_ENDS = ['done', 'stopped', 'interrupted'] as const
export type TrainEnd = (typeof TRAIN_ENDS)[number]

/** A lane that had its turn. */
export interface TrainStep {
  readonly lane: number
  readonly outcome: TrainOutcome
  /** The commit on the base; null unless it landed. */
  readonly commit: string | null
  /** The files with conflicts, or the rows of the preflight that refused it. */
  readonly details: readonly string[]
  /** Whether an agent of the lane was told to resolve its conflicts. */
  readonly told: boolean
}

/** A merge train: lanes of one repository that land on one base, one after the other. */
export interface Train {
  readonly id: string
  /** The repository, as git names its common directory. */
  readonly repository: string
  readonly base: string
  readonly how: LandWay
  /** In the order in which they land. */
  readonly lanes: readonly number[]
  readonly steps: readonly TrainStep[]
  /** Null while it runs. */
  readonly end: TrainEnd | null
}

/** Returns the lanes that did not have their turn, in order. */
export const lanesLeft = ({ lanes, steps }: Pick<Train, 'lanes' | 'steps'>): readonly number[] =>
  lanes.filter((lane) => !steps.some((step) => step.lane === lane))

/** What the agent of a lane is told whose branch no longer merges into the base. */
export const conflictMessage = (base: string, files: readonly string[]): string =>
  `Merge ${base} into this branch. These files conflict: ${files.join(', ')}. ` +
  'Resolve the conflicts, keep what both sides intend, and commit the merge.'
