import type { Visibility } from '../../domain/access/visibility.js'
import type { MOVES } from '../../domain/pipeline/decide.js'
import type { Result } from '../../domain/pipeline/stage.js'
import type { NodeCounts, PipelineCounts } from '../../domain/pipeline/stats.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface CountRow extends NodeCounts {
  readonly pipeline: string
  readonly node: string
}

interface StayRow {
  readonly pipeline: string
  readonly node: string
  readonly bucket: number
  readonly n: number
}

const UNCOUNTED: NodeCounts = { entered: 0, failed: 0, withEvidence: 0, detected: 0, rework: 0 }

/** What is stored for all lanes of an owner together. */
const ALL_LANES = 0

type Nodes = Map<string, NodeCounts & { readonly stays: Map<number, number> }>

/** Returns what was recorded of each pipeline, in one lane or in all lanes. A lane that was deleted has no records of its own. */
export const pipelineCounts = (
  db: Reader,
  visibility: Visibility,
  lane: number = ALL_LANES,
): ReadonlyMap<string, PipelineCounts> => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  const runs = db.all<{ pipeline: string; runs: number }>(
    `select pipeline, sum(runs) as runs from p_stage_run ${where} group by pipeline`,
    ...params,
  )
  const nodes = new Map<string, Nodes>(runs.map(({ pipeline }) => [pipeline, new Map()]))
  const counts = db.all<CountRow>(
    `select pipeline, node, sum(entered) as entered, sum(failed) as failed, sum(with_evidence) as withEvidence,
       sum(detected) as detected, sum(rework) as rework from p_stage_count ${where} group by pipeline, node`,
    ...params,
  )
  for (const { pipeline, node, ...counted } of counts)
    nodes.get(pipeline)?.set(node, { ...counted, stays: new Map<number, number>() })
  // A node that was left on the way back has no counts.
  const staysOf = (pipeline: string, node: string): Map<number, number> | undefined => {
    const of = nodes.get(pipeline)
    if (of !== undefined && !of.has(node)) of.set(node, { ...UNCOUNTED, stays: new Map() })
    return of?.get(node)?.stays
  }
  const stays = db.all<StayRow>(
    `select pipeline, node, bucket, sum(n) as n from p_stage_stay ${where} group by pipeline, node, bucket`,
    ...params,
  )
  for (const { pipeline, node, bucket, n } of stays) staysOf(pipeline, node)?.set(bucket, n)
  return new Map(runs.map(({ pipeline, runs: n }) => [pipeline, { runs: n, nodes: nodes.get(pipeline) ?? new Map() }]))
}

interface EventRow {
  readonly position: number
  readonly pipeline: string
  readonly feature: string
  readonly pass: number
  readonly source: 'declared' | 'detected'
  readonly stage: string
  readonly move: (typeof MOVES)[number]
  readonly result: Result | null
  readonly evidence: string
  readonly passed: string | null
  readonly signal: string | null
  readonly session: string | null
  readonly at: Instant
}

/**
 * Returns the declared and detected stages of a lane, the newest first.
 * @param before the id of the last event of the page before
 */
export const stageEvents = (
  db: Reader,
  visibility: Visibility,
  lane: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
) => {
  const filter = new Filter(visibility, 'owner').and('lane = ?', lane)
  if (before !== undefined) filter.and('position < ?', before)
  return db
    .all<EventRow>(
      `select position, pipeline, feature, pass, source, stage, move, result, evidence, passed, signal, session, at
         from p_stage_event ${filter.where} order by position desc limit ?`,
      ...filter.params,
      limit,
    )
    .map(({ position, feature, evidence, session, at, ...row }) => ({
      id: position,
      feature: feature === '' ? null : feature,
      ...row,
      evidence: JSON.parse(evidence) as readonly string[],
      session_id: session,
      at: iso(at),
    }))
}
