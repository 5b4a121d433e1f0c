import * as Either from 'effect/Either'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { type LaneInput, readLaneChanges, readNewLane } from './fields.js'
import type { LaneSettings } from './lane.js'

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
}

/** Creates a lane on a directory of the user. */
const create = ({ nextId, owner, isTaken }: KnownDirectory, { cwd, input }: AdoptDirectory) => {
  const settings = readNewLane(input)
  if (Either.isLeft(settings)) return refuse(settings.left)
  if (isTaken) {
    const fields = owner?.isExact ? { lane_id: owner.id } : {}
    return refuse(reject('EDUPCWD', `${cwd} is the directory of another lane`, { fields }))
  }
  return accept({
    type: 'lane-created',
    data: { lane: nextId, cwd, kind: 'adopted' as const, ...settings.right, branch: null, sourceRepo: null },
  })
}

/** Creates a lane on a directory unless one owns it: with `exact` the lane on the directory, else also one above it. */
const ensure = (known: KnownDirectory, { exact, ...adopt }: AdoptDirectory & { readonly exact: boolean }) => {
  const settings = readNewLane(adopt.input)
  if (Either.isLeft(settings)) return refuse(settings.left)
  return known.owner !== undefined && (known.owner.isExact || !exact) ? accept() : create(known, adopt)
}

export const decideDirectory = { create, ensure }

/** A lane as its commands know it; undefined if it does not exist. */
export type KnownLane = (LaneSettings & { readonly id: number }) | undefined

const noLane = () => refuse(reject('ENOLANE', 'lane not found'))

const patch = (lane: KnownLane, input: Readonly<Record<string, unknown>>) => {
  if (lane === undefined) return noLane()
  const read = readLaneChanges(input)
  if (Either.isLeft(read)) return refuse(read.left)
  const changed = Object.entries(read.right).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(lane[name as keyof LaneSettings]),
  )
  if (changed.length === 0) return accept()
  const changes: Partial<LaneSettings> = Object.fromEntries(changed)
  return accept({ type: 'lane-patched', data: { lane: lane.id, ...changes } })
}

/** Deletes the record of a lane. Its directory stays. */
const forget = (lane: KnownLane) =>
  lane === undefined ? noLane() : accept({ type: 'lane-forgotten', data: { lane: lane.id } })

export const decideLane = { patch, forget }
