import type { Visibility } from '../../domain/access/visibility.js'
import { ancestorsOf, type LaneKind, type LaneStatus, type Links, type Scalar } from '../../domain/lane/lane.js'
import type { Detected } from '../../domain/pipeline/detect.js'
import type { StageRecords } from '../../domain/pipeline/stage.js'
import type { Ports } from '../../domain/stack/ports.js'
import { type Instant, iso } from '../../domain/time.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { ownerNamer } from './row-owners.js'

interface LaneRow {
  readonly id: number
  readonly owner: string
  readonly cwd: string
  readonly kind: LaneKind
  readonly status: LaneStatus
  readonly tool: ToolId
  readonly title: string | null
  readonly pipeline: string
  readonly run_id: string | null
  readonly links: string
  readonly notes: string | null
  readonly base_branch: string | null
  readonly branch: string | null
  readonly source_repo: string | null
  readonly kept_head: string | null
  readonly gate_decision: Scalar
  readonly ci_status: Scalar
  readonly qc_dev: Scalar
  readonly stage: string | null
  readonly stage_since: Instant | null
  readonly stages: string
  readonly detected_stage: string | null
  readonly detected_signal: string | null
  readonly detected_at: Instant | null
  readonly feature_slug: string | null
  readonly slot: number | null
  readonly ports: string
  readonly router_profile: string | null
  readonly archived_at: Instant | null
  readonly created_at: Instant
  readonly updated_at: Instant
}

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at))

/** Returns the records of a lane as they are sent. Only declarations make records. */
export const recordsOf = (json: string) =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as StageRecords).map(([node, { result, evidence, at }]) => [
      node,
      { result, evidence, at: iso(at), source: 'declared' as const },
    ]),
  )

const laneOf = (
  { owner, links, ports, stages, stage_since, detected_at, archived_at, created_at, updated_at, ...row }: LaneRow,
  nameOf: ReturnType<typeof ownerNamer>,
) => ({
  ...row,
  links: JSON.parse(links) as Links,
  ports: JSON.parse(ports) as Ports,
  ...nameOf(owner),
  stages: recordsOf(stages),
  stage_since: isoOrNull(stage_since),
  detected_at: isoOrNull(detected_at),
  archived_at: isoOrNull(archived_at),
  created_at: iso(created_at),
  updated_at: iso(updated_at),
})

const shapedBy = (db: Reader) => {
  const nameOf = ownerNamer(db)
  return (row: LaneRow): LaneShape => laneOf(row, nameOf)
}

export type LaneShape = ReturnType<typeof laneOf>

type DetectedRow = Pick<LaneRow, 'detected_stage' | 'detected_at'>

const detectedOf = ({ detected_stage, detected_at }: DetectedRow): Detected | null =>
  detected_stage === null || detected_at === null ? null : { stage: detected_stage, at: detected_at }

/** Returns the lanes with their directories, their owners, and what was detected in them. */
export const detectionPlaces = (db: Reader, visibility: Visibility) => {
  const { where, params } = new Filter(visibility, 'owner')
  return db
    .all<Pick<LaneRow, 'id' | 'owner' | 'cwd' | 'pipeline'> & DetectedRow>(
      `select id, owner, cwd, pipeline, detected_stage, detected_at from p_lane ${where}`,
      ...params,
    )
    .map(({ id, owner, cwd, pipeline, ...row }) => ({ id, owner, cwd, pipeline, detected: detectedOf(row) }))
}

/** Returns where a lane is in its pipeline. */
export const stageOfLane = (db: Reader, visibility: Visibility, id: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<Pick<LaneRow, 'pipeline' | 'stage' | 'stages' | 'feature_slug'> & DetectedRow>(
    `select pipeline, stage, stages, feature_slug, detected_stage, detected_at from p_lane ${where}`,
    ...params,
  )
  if (row === undefined) return undefined
  const { pipeline, stage, stages, feature_slug: feature } = row
  return { pipeline, stage, stages: JSON.parse(stages) as StageRecords, feature, detected: detectedOf(row) }
}

/** Returns the lanes, the one that changed last first. */
export const lanes = (db: Reader, visibility: Visibility): readonly LaneShape[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<LaneRow>(`select * from p_lane ${where} order by updated_at desc, id desc`, ...params).map(shapedBy(db))
}

const CURSOR = /^(\d{1,16})-(\d{1,15})$/

interface LaneCursor {
  readonly at: Instant
  readonly id: number
}

/** Parses a client's cursor; undefined, the first page, if it is not one. */
export const laneCursor = (text: string | undefined): LaneCursor | undefined => {
  const [, at, id] = CURSOR.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id: Number(id) }
}

/** Returns a page of the lanes, the one that changed last first, and the cursor of the next page. */
export const pageOfLanes = (db: Reader, visibility: Visibility, limit: number, after: LaneCursor | undefined) => {
  const filter = new Filter(visibility, 'owner')
  if (after !== undefined) filter.and('(updated_at, id) < (?, ?)', after.at, after.id)
  const { where, params } = filter
  const rows = db.all<LaneRow>(
    `select * from p_lane ${where} order by updated_at desc, id desc limit ?`,
    ...params,
    limit + 1,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    page: page.map(shapedBy(db)),
    next: rows.length <= limit || last === undefined ? null : `${last.updated_at}-${last.id}`,
  }
}

/** Returns the titles and pipelines of lanes, the one that changed last first. */
export const laneNames = (db: Reader, visibility: Visibility) => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<Pick<LaneRow, 'id' | 'title' | 'cwd' | 'pipeline'>>(
    `select id, title, cwd, pipeline from p_lane ${where} order by updated_at desc, id desc`,
    ...params,
  )
}

/** Returns the lanes with their owners, as users administer them. */
export const workspaces = (db: Reader, visibility: Visibility) => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<Pick<LaneRow, 'id' | 'title' | 'cwd' | 'owner'>>(
    `select id, title, cwd, owner from p_lane ${where} order by id`,
    ...params,
  )
}

/** Returns the ids of the lanes of an owner. */
export const lanesOf = (db: Reader, visibility: Visibility, owner: string): readonly number[] => {
  const { where, params } = new Filter(visibility, 'owner').and('owner = ?', owner)
  return db.all<{ id: number }>(`select id from p_lane ${where} order by id`, ...params).map(({ id }) => id)
}

/** Returns the lanes that a proxy is attached to. */
export const lanesOfRouter = (db: Reader, visibility: Visibility, router: string): readonly LaneShape[] => {
  const { where, params } = new Filter(visibility, 'owner').and('router_profile = ?', router)
  return db.all<LaneRow>(`select * from p_lane ${where} order by id`, ...params).map(shapedBy(db))
}

/** Returns the lanes that any proxy is attached to. */
export const lanesWithRouter = (db: Reader, visibility: Visibility): readonly LaneShape[] => {
  const { where, params } = new Filter(visibility, 'owner').and('router_profile is not null')
  return db.all<LaneRow>(`select * from p_lane ${where} order by id`, ...params).map(shapedBy(db))
}

export const laneById = (db: Reader, visibility: Visibility, id: number): LaneShape | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<LaneRow>(`select * from p_lane ${where}`, ...params)
  return row === undefined ? undefined : shapedBy(db)(row)
}

/** Returns the lane that owns a directory: the one on it, or else the one on the nearest directory above it. */
export const laneOwning = (
  db: Reader,
  visibility: Visibility,
  path: string,
): { readonly id: number; readonly cwd: string } | undefined => {
  const { where, params } = new Filter(visibility, 'owner').in('cwd', ancestorsOf(path))
  return db.get(`select id, cwd from p_lane ${where} order by length(cwd) desc limit 1`, ...params)
}

/** Whether a lane ever had this id, among those of the owners that the reader may see. */
export const wasLane = (db: Reader, visibility: Visibility, id: number): boolean => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  return db.get(`select 1 from p_lane_id ${where}`, ...params) !== undefined
}
