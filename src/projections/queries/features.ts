import type { Visibility } from '../../domain/access/visibility.js'
import type { LaneStatus, Links, Scalar } from '../../domain/lane/lane.js'
import { type Instant, iso } from '../../domain/time.js'
import { FEATURE_STATE } from '../feature.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { isoOrNull, recordsOf } from './lanes.js'

interface FeatureRow {
  readonly id: number
  readonly lane_id: number
  readonly slug: string
  readonly title: string
  readonly branch: string | null
  readonly status: LaneStatus
  readonly pipeline: string
  readonly stage: string | null
  readonly stage_since: Instant | null
  readonly stages: string
  readonly detected_stage: string | null
  readonly gate_decision: Scalar
  readonly ci_status: Scalar
  readonly qc_dev: Scalar
  readonly links: string
  readonly notes: string | null
  readonly archived_at: Instant | null
  readonly created_at: Instant
  readonly updated_at: Instant
}

/** The members that an active feature shares with its lane. */
const SHARED = FEATURE_STATE.map((column) => `iif(f.archived_at is null, l.${column}, f.${column}) as ${column}`).join(
  ', ',
)

const shapeOf = ({ stage_since, stages, links, archived_at, created_at, updated_at, ...row }: FeatureRow) => ({
  ...row,
  stage_since: isoOrNull(stage_since),
  stages: recordsOf(stages),
  links: JSON.parse(links) as Links,
  archived_at: isoOrNull(archived_at),
  created_at: iso(created_at),
  updated_at: iso(updated_at),
})

/** Returns the features of a lane, the one that was touched last first. The active one has the state of the lane. */
export const featuresOfLane = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'f.owner').and('f.lane = ?', lane)
  return db
    .all<FeatureRow>(
      `select f.id, f.lane as lane_id, f.slug, f.title, ${SHARED},
         iif(f.archived_at is null, l.detected_stage, null) as detected_stage, f.archived_at, f.created_at,
         iif(f.archived_at is null, max(l.updated_at, f.updated_at), f.updated_at) as updated_at
         from p_feature f join p_lane l on l.id = f.lane ${where} order by updated_at desc, f.archived_at is not null, f.id desc`,
      ...params,
    )
    .map(shapeOf)
}

export type FeatureShape = ReturnType<typeof featuresOfLane>[number]

/** Returns what is known about the features of a lane before one is activated. */
export const knownFeatures = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', lane)
  const row = db.get<{ active: string | null }>(`select feature_slug as active from p_lane ${where}`, ...params)
  if (row === undefined) return undefined
  const features = db.all<{ id: number; slug: string }>('select id, slug from p_feature where lane = ?', lane)
  const last = db.get<{ id: number }>('select coalesce(max(id), 0) as id from p_feature')?.id ?? 0
  return { lane, active: row.active, nextId: last + 1, ids: new Map(features.map(({ id, slug }) => [slug, id])) }
}
