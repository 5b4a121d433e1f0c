import { bucketOfStay } from '../domain/pipeline/stats.js'
import type { Result } from '../domain/pipeline/stage.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'
import type { Db } from './sql.js'

/**
 * The stages of lanes: their history, the pass through the template that each feature of a lane is in, and the counts of all
 * passes. A count is stored for its lane and, as lane 0, for all lanes of an owner together.
 */
export const stageProjection = defineProjection({
  name: 'stage',
  version: 1,
  uses: ['ownership'],
  ddl: [
    'create table p_stage_lane (lane integer primary key, owner text not null, feature text not null)',
    `create table p_stage_event (
       lane integer not null, position integer not null, owner text not null, pipeline text not null, feature text not null,
       pass integer not null, source text not null, stage text not null, move text not null, result text, evidence text not null,
       passed text, signal text, session text, at real not null, primary key (lane, position)
     ) without rowid`,
    // The pass that is in flight: its last declared node, and since when.
    `create table p_stage_pass (
       lane integer not null, feature text not null, pipeline text not null, pass integer not null, stage text, since real,
       ended integer not null, primary key (lane, feature, pipeline)
     ) without rowid`,
    // What this pass has recorded of its nodes.
    `create table p_stage_node (
       lane integer not null, feature text not null, pipeline text not null, node text not null, declared integer not null,
       detected integer not null, result text, evidence integer not null, primary key (lane, feature, pipeline, node)
     ) without rowid`,
    `create table p_stage_run (
       owner text not null, lane integer not null, pipeline text not null, runs integer not null,
       primary key (lane, owner, pipeline)
     ) without rowid`,
    `create table p_stage_count (
       owner text not null, lane integer not null, pipeline text not null, node text not null, entered integer not null,
       failed integer not null, with_evidence integer not null, detected integer not null, rework integer not null,
       primary key (lane, owner, pipeline, node)
     ) without rowid`,
    `create table p_stage_stay (
       owner text not null, lane integer not null, pipeline text not null, node text not null, bucket integer not null,
       n integer not null, primary key (lane, owner, pipeline, node, bucket)
     ) without rowid`,
  ],
  reads: [
    'lane-created',
    'lane-reset',
    'lane-removed',
    'lane-forgotten',
    'lane-owner-changed',
    'stage-declared',
    'stage-detected',
    'feature-activated',
  ],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'lane-created')
        db.run(
          `insert into p_stage_lane (lane, owner, feature) values (?, ?, '')`,
          event.data.lane,
          readOwner(db, event.stream),
        )
      else if (event.type === 'lane-reset') reset(db, event.data.lane)
      else if (event.type === 'lane-removed' || event.type === 'lane-forgotten') forget(db, event.data.lane)
      else if (event.type === 'lane-owner-changed') handOver(db, event.data.lane, readOwner(db, event.stream))
      else if (event.type === 'feature-activated') activate(db, event)
      else if (event.type === 'stage-declared') declare(db, event)
      else if (event.type === 'stage-detected') detect(db, event)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})

type Event<T extends Recorded['type']> = Extract<Recorded, { readonly type: T }>

/** What a pass belongs to. */
interface Of {
  readonly owner: string
  readonly lane: number
  readonly feature: string
  readonly pipeline: string
}

interface Pass {
  readonly pass: number
  readonly stage: string | null
  readonly since: number | null
  readonly ended: number
}

const keyOf = ({ lane, feature, pipeline }: Of) => [lane, feature, pipeline] as const
const OF_PASS = 'lane = ? and feature = ? and pipeline = ?'

const ownerOfLane = (db: Db, lane: number): string | undefined =>
  db.get<{ owner: string }>('select owner from p_stage_lane where lane = ?', lane)?.owner

/** Ends the pass that the active feature of a lane is in. */
const reset = (db: Db, lane: number): void => {
  const active = 'lane = ? and feature = (select feature from p_stage_lane where lane = ?)'
  db.run(`delete from p_stage_node where ${active}`, lane, lane)
  db.run(`update p_stage_pass set ended = 1 where ${active}`, lane, lane)
}

/** The first feature of a lane continues what was not named before. */
const activate = (db: Db, { data: { lane, slug } }: Event<'feature-activated'>): void => {
  const before = db.get<{ feature: string }>('select feature from p_stage_lane where lane = ?', lane)
  if (before === undefined) return
  if (before.feature === '')
    for (const table of ['pass', 'node'])
      db.run(`update p_stage_${table} set feature = ? where lane = ? and feature = ''`, slug, lane)
  db.run('update p_stage_lane set feature = ? where lane = ?', slug, lane)
}

/** What was counted of a deleted lane stays in the counts of all lanes. */
const forget = (db: Db, lane: number): void => {
  for (const table of ['event', 'pass', 'node', 'run', 'count', 'stay', 'lane'])
    db.run(`delete from p_stage_${table} where lane = ?`, lane)
}

/** The counts of a table, beside the columns that say what is counted. */
const COUNTED = {
  run: { of: ['pipeline'], counts: ['runs'] },
  count: { of: ['pipeline', 'node'], counts: ['entered', 'failed', 'with_evidence', 'detected', 'rework'] },
  stay: { of: ['pipeline', 'node', 'bucket'], counts: ['n'] },
} as const

/** Moves what was counted of a lane from all lanes of one owner to all lanes of another. */
const handOver = (db: Db, lane: number, owner: string): void => {
  const before = ownerOfLane(db, lane)
  if (before === undefined || before === owner) return
  for (const [name, { of, counts }] of Object.entries(COUNTED)) {
    const table = `p_stage_${name}`
    const add = (to: string, sign: 1 | -1): void => {
      db.run(
        `insert into ${table} (lane, owner, ${[...of, ...counts].join(', ')})
           select 0, ?, ${[...of, ...counts.map((count) => `${sign} * ${count}`)].join(', ')} from ${table} where lane = ?
         on conflict do update set ${counts.map((count) => `${count} = ${count} + excluded.${count}`).join(', ')}`,
        to,
        lane,
      )
    }
    add(before, -1)
    add(owner, 1)
    db.run(
      `delete from ${table} where lane = 0 and owner = ? and ${counts.map((count) => `${count} = 0`).join(' and ')}`,
      before,
    )
    db.run(`update ${table} set owner = ? where lane = ?`, owner, lane)
  }
  for (const table of ['p_stage_event', 'p_stage_lane'])
    db.run(`update ${table} set owner = ? where lane = ?`, owner, lane)
}

const passInFlight = (db: Db, of: Of): Pass | undefined =>
  db.get<Pass>(`select pass, stage, since, ended from p_stage_pass where ${OF_PASS}`, ...keyOf(of))

/** Returns the pass in flight, or starts one. */
const passOf = (db: Db, of: Of, isNew: boolean): Pass => {
  const known = passInFlight(db, of)
  if (known !== undefined && known.ended === 0 && !isNew) return known
  const pass = (known?.pass ?? 0) + 1
  db.run(`delete from p_stage_node where ${OF_PASS}`, ...keyOf(of))
  db.run(
    `insert or replace into p_stage_pass (lane, feature, pipeline, pass, stage, since, ended)
       values (?, ?, ?, ?, null, null, 0)`,
    ...keyOf(of),
    pass,
  )
  for (const lane of [of.lane, 0])
    db.run(
      `insert into p_stage_run (owner, lane, pipeline, runs) values (?, ?, ?, 1) on conflict do update set runs = runs + 1`,
      of.owner,
      lane,
      of.pipeline,
    )
  return { pass, stage: null, since: null, ended: 0 }
}

interface Delta {
  readonly entered?: number
  readonly failed?: number
  readonly withEvidence?: number
  readonly detected?: number
  readonly rework?: number
}

const count = (db: Db, { owner, lane, pipeline }: Of, node: string, delta: Delta): void => {
  const { entered = 0, failed = 0, withEvidence = 0, detected = 0, rework = 0 } = delta
  if (entered === 0 && failed === 0 && withEvidence === 0 && detected === 0 && rework === 0) return
  for (const counted of [lane, 0])
    db.run(
      `insert into p_stage_count (owner, lane, pipeline, node, entered, failed, with_evidence, detected, rework)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict do update set entered = entered + excluded.entered, failed = failed + excluded.failed,
         with_evidence = with_evidence + excluded.with_evidence, detected = detected + excluded.detected,
         rework = rework + excluded.rework`,
      owner,
      counted,
      pipeline,
      node,
      entered,
      failed,
      withEvidence,
      detected,
      rework,
    )
}

/** Counts how long the lane stayed in the node that it leaves. */
const stay = (db: Db, { owner, lane, pipeline }: Of, { stage, since }: Pass, until: number): void => {
  if (stage === null || since === null) return
  for (const counted of [lane, 0])
    db.run(
      `insert into p_stage_stay (owner, lane, pipeline, node, bucket, n) values (?, ?, ?, ?, ?, 1)
       on conflict do update set n = n + 1`,
      owner,
      counted,
      pipeline,
      stage,
      bucketOfStay(until - since),
    )
}

interface Node {
  readonly declared: number
  readonly detected: number
  readonly result: Result | null
  readonly evidence: number
}

/** Changes what the pass has recorded of a node, and the counts by the difference. */
const change = (db: Db, of: Of, name: string, change: Partial<Node>): void => {
  const before: Node = db.get<Node>(
    `select declared, detected, result, evidence from p_stage_node where ${OF_PASS} and node = ?`,
    ...keyOf(of),
    name,
  ) ?? { declared: 0, detected: 0, result: null, evidence: 0 }
  const after = { ...before, ...change }
  db.run(
    `insert or replace into p_stage_node (lane, feature, pipeline, node, declared, detected, result, evidence)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...keyOf(of),
    name,
    after.declared,
    after.detected,
    after.result,
    after.evidence,
  )
  const [was, is] = [countedOf(before), countedOf(after)]
  count(db, of, name, {
    entered: is.entered - was.entered,
    failed: is.failed - was.failed,
    withEvidence: is.withEvidence - was.withEvidence,
    detected: is.detected - was.detected,
  })
}

const countedOf = ({ declared, detected, result, evidence }: Node) => ({
  entered: result === null ? 0 : 1,
  failed: result === 'fail' ? 1 : 0,
  withEvidence: result === 'pass' && evidence > 0 ? 1 : 0,
  detected: detected === 1 && declared === 0 ? 1 : 0,
})

interface Entry {
  readonly position: number
  readonly pass: number
  readonly source: 'declared' | 'detected'
  readonly stage: string
  readonly move: string
  readonly result: Result | null
  readonly evidence: readonly string[]
  readonly passed: string | null
  readonly signal: string | null
  readonly session: string | null
  readonly at: number
}

const note = (db: Db, of: Of, entry: Entry): void =>
  void db.run(
    `insert into p_stage_event (lane, position, owner, pipeline, feature, pass, source, stage, move, result, evidence, passed,
       signal, session, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    of.lane,
    entry.position,
    of.owner,
    of.pipeline,
    of.feature,
    entry.pass,
    entry.source,
    entry.stage,
    entry.move,
    entry.result,
    JSON.stringify(entry.evidence),
    entry.passed,
    entry.signal,
    entry.session,
    entry.at,
  )

const declare = (db: Db, { data, position, occurredAt }: Event<'stage-declared'>): void => {
  const { lane, pipeline, stage, move, passed, result, evidence } = data
  const owner = ownerOfLane(db, lane)
  if (owner === undefined) return
  const of = { owner, lane, pipeline, feature: data.feature ?? '' }
  const before = passInFlight(db, of)
  if (before?.ended === 0 && (move === 'forward' || move === 'back')) stay(db, of, before, occurredAt)
  const { pass } = passOf(db, of, move === 'back')
  if (passed !== null) change(db, of, passed, { result: 'pass', evidence: 0 })
  if (move === 'back') count(db, of, stage, { rework: 1 })
  change(db, of, stage, { declared: 1, ...(result === null ? {} : { result, evidence: evidence.length }) })
  if (move !== 'stay')
    db.run(`update p_stage_pass set stage = ?, since = ? where ${OF_PASS}`, stage, occurredAt, ...keyOf(of))
  const source = 'declared' as const
  note(db, of, {
    position,
    pass,
    source,
    stage,
    move,
    result,
    evidence,
    passed,
    signal: null,
    session: null,
    at: occurredAt,
  })
}

const detect = (db: Db, { data, position }: Event<'stage-detected'>): void => {
  const { lane, pipeline, stage, move, newPass, signal, session, at } = data
  const owner = ownerOfLane(db, lane)
  if (owner === undefined) return
  const of = { owner, lane, pipeline, feature: data.feature ?? '' }
  const { pass } = passOf(db, of, newPass)
  change(db, of, stage, { detected: 1 })
  const source = 'detected' as const
  note(db, of, { position, pass, source, stage, move, result: null, evidence: [], passed: null, signal, session, at })
}
