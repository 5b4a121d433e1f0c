import type { Visibility } from '../../domain/access/visibility.js'
import { ancestorsOf, type LaneKind, type LaneStatus, type Links, type Scalar } from '../../domain/lane/lane.js'
import { type Instant, iso } from '../../domain/time.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

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
  readonly gate_decision: Scalar
  readonly ci_status: Scalar
  readonly qc_dev: Scalar
  readonly created_at: Instant
  readonly updated_at: Instant
}

/** Members of stages, stacks, features and proxies, which no lane has yet. */
const WITHOUT = {
  stage: null,
  stage_since: null,
  stages: {},
  slot: null,
  ports: {},
  router_profile: null,
  feature_slug: null,
  detected_stage: null,
  detected_signal: null,
  detected_at: null,
  pipeline_nodes: [],
  progress: 0,
} as const

const MEMBER = /^user:(\d{1,15})$/

const laneOf = ({ owner, links, created_at, updated_at, ...row }: LaneRow) => {
  const member = MEMBER.exec(owner)
  return {
    ...row,
    links: JSON.parse(links) as Links,
    owner_id: member === null ? null : Number(member[1]),
    pipeline_name: row.pipeline,
    ...WITHOUT,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  }
}

export type LaneShape = ReturnType<typeof laneOf>

/** Returns the lanes, the one that changed last first. */
export const lanes = (db: Reader, visibility: Visibility): readonly LaneShape[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<LaneRow>(`select * from p_lane ${where} order by updated_at desc, id desc`, ...params).map(laneOf)
}

export const laneById = (db: Reader, visibility: Visibility, id: number): LaneShape | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<LaneRow>(`select * from p_lane ${where}`, ...params)
  return row === undefined ? undefined : laneOf(row)
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
