import * as Either from 'effect/Either'
import { accept, refuse } from '../decision.js'
import type { GitAction } from '../git/actions.js'
import { reject } from '../rejection.js'
import { ending } from '../text.js'
import { type LaneInput, type PipelineIds, readLaneChanges, readNewLane } from './fields.js'
import type { LaneSettings, LaneStatus } from './lane.js'

/** What is known about a directory that a lane is wanted for. */
export interface KnownDirectory {
  /** The id that a new lane gets. */
  readonly nextId: number
  /** The lane that owns the directory, among those that the caller may see. */
  readonly owner: { readonly id: number; readonly isExact: boolean } | undefined
  /** Whether any lane is on exactly this directory. */
  readonly isTaken: boolean
}

interface AdoptDirectory {
  /** Absolute, without symbolic links. */
  readonly cwd: string
  readonly input: LaneInput
  readonly pipelines: PipelineIds
}

interface ProvisionWorktree extends AdoptDirectory {
  readonly branch: string
  /** The repository that the worktree is added to. */
  readonly sourceRepo: string
  /** The commit of a branch that was there before the lane; null for a new branch. */
  readonly keptHead: string | null
}

const refusalOf = ({ owner, isTaken }: KnownDirectory, cwd: string) => {
  const fields = owner?.isExact ? { lane_id: owner.id } : {}
  return isTaken ? reject('EDUPCWD', `${cwd} is the directory of another lane`, { fields }) : undefined
}

/** Creates a lane on a directory of the user. */
const create = (known: KnownDirectory, { cwd, input, pipelines }: AdoptDirectory) => {
  const settings = readNewLane(input, pipelines)
  if (Either.isLeft(settings)) return refuse(settings.left)
  const refused = refusalOf(known, cwd)
  if (refused !== undefined) return refuse(refused)
  return accept({
    type: 'lane-created',
    data: { lane: known.nextId, cwd, kind: 'adopted' as const, ...settings.right, branch: null, sourceRepo: null },
  })
}

/** Creates a lane for a worktree that does not exist yet. */
const provision = (known: KnownDirectory, worktree: ProvisionWorktree) => {
  const { cwd, input, pipelines, branch, sourceRepo, keptHead } = worktree
  const settings = readNewLane(input, pipelines)
  if (Either.isLeft(settings)) return refuse(settings.left)
  const refused = refusalOf(known, cwd)
  if (refused !== undefined) return refuse(refused)
  return accept({
    type: 'lane-created',
    data: {
      lane: known.nextId,
      cwd,
      kind: 'managed' as const,
      ...settings.right,
      branch,
      sourceRepo,
      ...(keptHead === null ? {} : { keptHead }),
    },
  })
}

/** Creates a lane on a directory unless one owns it: with `exact` the lane on the directory, else also one above it. */
const ensure = (known: KnownDirectory, { exact, ...adopt }: AdoptDirectory & { readonly exact: boolean }) => {
  const settings = readNewLane(adopt.input, adopt.pipelines)
  if (Either.isLeft(settings)) return refuse(settings.left)
  return known.owner !== undefined && (known.owner.isExact || !exact) ? accept() : create(known, adopt)
}

export const decideDirectory = { create, ensure, provision }

/** A lane as its commands know it; undefined if it does not exist. */
export type KnownLane =
  | (LaneSettings & {
      readonly id: number
      readonly status: LaneStatus
      readonly isLive: boolean
      readonly router: string | null
      readonly isArchived: boolean
    })
  | undefined

const noLane = () => refuse(reject('ENOLANE', 'lane not found'))

interface LaneChanges {
  readonly input: Readonly<Record<string, unknown>>
  readonly pipelines: PipelineIds
}

const patch = (lane: KnownLane, { input, pipelines }: LaneChanges) => {
  if (lane === undefined) return noLane()
  const read = readLaneChanges(input, pipelines)
  if (Either.isLeft(read)) return refuse(read.left)
  const changed = Object.entries(read.right).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(lane[name as keyof LaneSettings]),
  )
  if (changed.length === 0) return accept()
  const changes: Partial<LaneSettings> = Object.fromEntries(changed)
  return accept({ type: 'lane-patched', data: { lane: lane.id, ...changes } })
}

/** Deletes the record of a lane. Its directory stays. */
const forget = (lane: KnownLane) => {
  if (lane === undefined) return noLane()
  if (lane.status === 'provisioning') return refuse(reject('EPROVISIONING', 'its worktree is being created'))
  if (lane.isLive) return refuse(reject('ERUNLIVE', 'a program runs in the lane: stop it first'))
  return accept({ type: 'lane-forgotten', data: { lane: lane.id } })
}

/** Puts a lane away, or takes it back. Its files and its branch stay. */
const archive = (lane: KnownLane, { archived }: { readonly archived: boolean }) => {
  if (lane === undefined) return noLane()
  if (lane.isArchived === archived) return accept()
  if (lane.status === 'provisioning') return refuse(reject('EPROVISIONING', 'its worktree is being created'))
  if (lane.isLive) return refuse(reject('ERUNLIVE', 'a program runs in the lane: stop it first'))
  return accept({ type: 'lane-archived', data: { lane: lane.id, archived } })
}

/** Attaches a proxy, or none. */
const attach = (lane: KnownLane, { router }: { readonly router: string | null }) => {
  if (lane === undefined) return noLane()
  if (lane.status === 'provisioning') return refuse(reject('EPROVISIONING', 'its worktree is being created'))
  return lane.router === router ? accept() : accept({ type: 'lane-router-attached', data: { lane: lane.id, router } })
}

interface AddedWorktree {
  /** What the branch started from, and its commit; null if only the result was found after a restart. */
  readonly base: string | null
  readonly head: string | null
  readonly warnings: readonly string[]
}

/** Records that the worktree of a lane was created. */
const provisioned = (lane: KnownLane, { base, head, warnings }: AddedWorktree) =>
  lane?.status === 'provisioning'
    ? accept({ type: 'lane-provisioned', data: { lane: lane.id, base, head, warnings } })
    : accept()

/** Git's output is cut to this length. */
const MAX_MESSAGE = 4000

const provisionFailed = (lane: KnownLane, { message }: { readonly message: string }) =>
  lane?.status === 'provisioning'
    ? accept({ type: 'lane-provision-failed', data: { lane: lane.id, message: ending(message, MAX_MESSAGE) } })
    : accept()

/** Records that the worktree was set to a commit. */
const reset = (lane: KnownLane, { head }: { readonly head: string }) =>
  lane === undefined ? noLane() : accept({ type: 'lane-reset', data: { lane: lane.id, head } })

interface SavedFile {
  readonly session: string | null
  readonly path: string
  readonly before: string
  readonly sha: string
}

/** Records that a user saved a file. */
const saved = (lane: KnownLane, { session, path, before, sha }: SavedFile) =>
  lane === undefined
    ? noLane()
    : accept({ type: 'lane-file-saved', data: { lane: lane.id, session, path, before, sha } })

interface RemovedBranch {
  readonly branch: string
  readonly head: string | null
}

/** Records that the worktree and the branch were removed. */
const remove = (lane: KnownLane, { branch, head }: RemovedBranch) =>
  lane === undefined ? noLane() : accept({ type: 'lane-removed', data: { lane: lane.id, branch, head } })

/** What an action on the repository of a lane did. */
export interface GitWritten {
  readonly action: GitAction
  readonly session: string | null
  /** Relative to the directory that was changed. */
  readonly paths: readonly string[]
  /** What else the action resulted in. Never content, and never a login. */
  readonly result: Readonly<Record<string, string | number | null>>
}

/** A write can change any number of files. */
const MAX_PATHS = 100

/** Records that an action changed the repository. */
const gitChanged = (lane: KnownLane, { paths, ...rest }: GitWritten) =>
  lane === undefined
    ? noLane()
    : accept({
        type: 'lane-git-changed',
        data: { lane: lane.id, ...rest, paths: paths.slice(0, MAX_PATHS), pathCount: paths.length },
      })

export const decideLane = {
  patch,
  attach,
  archive,
  forget,
  provisioned,
  provisionFailed,
  reset,
  saved,
  gitChanged,
  remove,
}
