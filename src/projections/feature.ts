import type { Recorded } from '../events/envelope.js'
import type { Db } from './sql.js'

/** The features of lanes. The row of the active one is not updated while it is active: its state is in the row of the lane. */
export const FEATURE_TABLE = [
  `create table p_feature (
     id integer primary key, lane integer not null, owner text not null, slug text not null, title text not null, branch text,
     status text not null, pipeline text not null, stage text, stage_since real, stages text not null, gate_decision, ci_status,
     qc_dev, links text not null, notes text, archived_at real, created_at real not null, updated_at real not null
   )`,
  'create unique index i_feature_slug on p_feature (lane, slug)',
]

/** The members of a lane that belong to its active feature. */
const STATE = ['pipeline', 'stage', 'stage_since', 'stages', 'gate_decision', 'ci_status', 'qc_dev', 'links', 'notes']
/** The members of a lane that an archived feature keeps. */
export const FEATURE_STATE = ['branch', 'status', ...STATE]
const ARCHIVED = FEATURE_STATE.join(', ')
const RESTORED = STATE.join(', ')

type Activated = Extract<Recorded, { readonly type: 'feature-activated' }>

/** Archives the active feature of a lane with the state of the lane, and restores or creates another one. */
export const activateFeature = (db: Db, { data, occurredAt: at }: Activated): void => {
  const { lane, feature, slug, title } = data
  const row = db.get<{ active: string | null }>('select feature_slug as active from p_lane where id = ?', lane)
  if (row === undefined) return
  const { active } = row
  if (active !== null)
    db.run(
      `update p_feature set (${ARCHIVED}) = (select ${ARCHIVED} from p_lane where id = ?), archived_at = ?, updated_at = ?
         where lane = ? and slug = ?`,
      lane,
      at,
      at,
      lane,
      active,
    )
  const isKnown = db.get('select 1 from p_feature where id = ?', feature) !== undefined
  if (isKnown) {
    db.run(
      `update p_lane set (${RESTORED}) = (select ${RESTORED} from p_feature where id = ?) where id = ?`,
      feature,
      lane,
    )
    db.run(
      'update p_feature set archived_at = null, title = coalesce(?, title), updated_at = ? where id = ?',
      title,
      at,
      feature,
    )
  } else {
    // The first feature is what the lane has worked on so far.
    if (active !== null)
      db.run(
        `update p_lane set stage = null, stage_since = null, stages = '{}', gate_decision = null, ci_status = null,
           qc_dev = null, links = '{}', notes = null where id = ?`,
        lane,
      )
    db.run(
      `insert into p_feature (id, lane, owner, slug, title, ${ARCHIVED}, created_at, updated_at)
         select ?, id, owner, ?, ?, ${ARCHIVED}, ?, ? from p_lane where id = ?`,
      feature,
      slug,
      title ?? slug,
      at,
      at,
      lane,
    )
  }
  if (active !== null)
    db.run('update p_lane set detected_stage = null, detected_signal = null, detected_at = null where id = ?', lane)
  db.run('update p_lane set feature_slug = ?, updated_at = ? where id = ?', slug, at, lane)
}
