import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { decideFeature, type KnownFeatures } from '../../domain/feature/decide.js'
import { decideDirectory, decideLane, type KnownDirectory, type KnownLane } from '../../domain/lane/decide.js'
import { decideStage, type KnownStage } from '../../domain/pipeline/decide.js'
import { laneStream } from '../../events/streams.js'
import { knownFeatures } from '../../projections/queries/features.js'
import { laneById, laneOwning, stageOfLane } from '../../projections/queries/lanes.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface DirectoryKey {
  readonly cwd: string
  /** What the caller may see: a lane of somebody else is not answered to them. */
  readonly visibility: Visibility
}

const loadDirectory = (db: Reader, { cwd, visibility }: DirectoryKey): KnownDirectory => {
  const owner = laneOwning(db, visibility, cwd)
  return {
    nextId: db.get<{ id: number }>('select coalesce(max(id), 0) + 1 as id from p_lane_id')?.id ?? 1,
    owner: owner === undefined ? undefined : { id: owner.id, isExact: owner.cwd === cwd },
    isTaken: laneOwning(db, systemVisibility, cwd)?.cwd === cwd,
  }
}

/** Commands that want a lane for a directory. The log gives a new lane its id. */
export const directory = defineDecider({
  stream: (_key: DirectoryKey, { nextId }: KnownDirectory) => laneStream(String(nextId)),
  load: loadDirectory,
  decide: decideDirectory,
})

const loadLane = (db: Reader, id: number): KnownLane => {
  const lane = laneById(db, systemVisibility, id)
  if (lane === undefined) return undefined
  const { status, title, pipeline, run_id, links, notes, base_branch, gate_decision, ci_status, qc_dev } = lane
  return {
    id,
    status,
    isLive: liveRuns(db, systemVisibility, id).length > 0,
    title,
    pipeline,
    runId: run_id,
    links,
    notes,
    baseBranch: base_branch,
    gateDecision: gate_decision,
    ciStatus: ci_status,
    qcDev: qc_dev,
    router: lane.router_profile,
    isArchived: lane.archived_at !== null,
  }
}

/** Commands about a lane, by its id. */
export const lane = defineDecider({
  stream: (id: number) => laneStream(String(id)),
  load: loadLane,
  decide: decideLane,
})

const loadStage = (db: Reader, id: number): KnownStage => {
  const known = stageOfLane(db, systemVisibility, id)
  return known === undefined ? undefined : { id, ...known }
}

/** Commands about the stage of a lane. */
export const laneStage = defineDecider({
  stream: (id: number) => laneStream(String(id)),
  load: loadStage,
  decide: decideStage,
})

/** Commands about the features of a lane. */
export const laneFeatures = defineDecider({
  stream: (id: number) => laneStream(String(id)),
  load: (db: Reader, id: number): KnownFeatures => knownFeatures(db, systemVisibility, id),
  decide: decideFeature,
})
