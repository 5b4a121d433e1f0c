import type { LaneSettings } from '../domain/lane/lane.js'
import type { StageRecord } from '../domain/pipeline/stage.js'
import type { Ports } from '../domain/stack/ports.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { activateFeature, FEATURE_TABLE } from './feature.js'
import { ownerOf, readOwner } from './ownership.js'
import type { Db, SqlValue } from './sql.js'

declare module './touched.js' {
  interface TouchedRows {
    /** The id of a lane, which may have been deleted. */
    readonly lane: number
  }
}

/** The lanes, their worktrees and their features. */
export const laneProjection = defineProjection({
  name: 'lane',
  version: 10,
  ddl: [
    // `gate_decision`, `ci_status` and `qc_dev` have no type: they keep what a client sent, text or number.
    `create table p_lane (
       id integer primary key, owner text not null, cwd text not null, kind text not null, status text not null,
       tool text not null, title text, pipeline text not null, run_id text, links text not null, notes text,
       base_branch text, branch text, source_repo text, kept_head text, gate_decision, ci_status, qc_dev,
       stage text, stage_since real, stages text not null default '{}', detected_stage text, detected_signal text,
       detected_at real, feature_slug text, slot integer, ports text not null default '{}', router_profile text,
       archived_at real, created_at real not null, updated_at real not null
     )`,
    'create unique index i_lane_cwd on p_lane (cwd)',
    'create index i_lane_updated on p_lane (updated_at, id)',
    'create index i_lane_router on p_lane (router_profile) where router_profile is not null',
    // All lanes that ever existed, so that no id is used twice and the owner of a deleted lane is known.
    'create table p_lane_id (id integer primary key, owner text not null)',
    // The worktrees that lanes were created on, and others that sessions were seen in. They stay when the worktree is removed: its
    // sessions still belong to the project.
    'create table p_worktree (cwd text primary key, owner text not null, repository text not null) without rowid',
    'create index i_worktree_repository on p_worktree (repository)',
    ...FEATURE_TABLE,
  ],
  reads: [
    'lane-created',
    'worktree-found',
    'lane-provisioned',
    'lane-provision-failed',
    'lane-patched',
    'lane-router-attached',
    'lane-archived',
    'lane-reset',
    'lane-file-saved',
    'lane-git-changed',
    'lane-removed',
    'lane-forgotten',
    'lane-owner-changed',
    'stage-declared',
    'stage-detected',
    'feature-activated',
    'stack-slot-assigned',
    'stack-slot-released',
    'run-requested',
    'run-started',
    'run-ended',
  ],
  uses: ['ownership', 'run'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'worktree-found') {
        found(db, event)
        continue
      }
      if (event.type === 'lane-created') create(db, event)
      else if (event.type === 'lane-provisioned') provisioned(db, event)
      else if (event.type === 'lane-provision-failed') provisionFailed(db, event)
      else if (event.type === 'lane-patched') patch(db, event)
      else if (event.type === 'lane-router-attached') attach(db, event)
      else if (event.type === 'lane-archived') archive(db, event)
      else if (event.type === 'lane-reset') reset(db, event)
      else if (event.type === 'lane-file-saved' || event.type === 'lane-git-changed') changed(db, event)
      else if (event.type === 'lane-removed' || event.type === 'lane-forgotten')
        db.run('delete from p_lane where id = ?', event.data.lane)
      else if (event.type === 'lane-owner-changed') handOver(db, event.data.lane, readOwner(db, event.stream))
      else if (event.type === 'stage-declared') declare(db, event)
      else if (event.type === 'stage-detected') detect(db, event)
      else if (event.type === 'feature-activated') activateFeature(db, event)
      else if (event.type === 'stack-slot-assigned') place(db, event.data.lane, event.data.slot, event.data.ports)
      else if (event.type === 'stack-slot-released') place(db, event.data.lane, null, {})
      else if (event.type === 'run-requested') request(db, event)
      else if (event.type === 'run-started') start(db, event)
      else if (event.type === 'run-ended') end(db, event)
      else continue
      touched.add('lane', event.data.lane, event.type === 'lane-created' ? 'created' : 'updated')
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})

type Event<T extends Recorded['type']> = Extract<Recorded, { readonly type: T }>

const create = (db: Db, event: Event<'lane-created'>): void => {
  const { data, occurredAt } = event
  const { lane, cwd, kind, tool, title, pipeline, baseBranch, branch, sourceRepo, keptHead = null } = data
  const owner = readOwner(db, event.stream)
  db.run('insert into p_lane_id (id, owner) values (?, ?)', lane, owner)
  const settings = [tool, title, pipeline, baseBranch, branch, sourceRepo, keptHead] as const
  db.run(
    `insert into p_lane (id, owner, cwd, kind, status, tool, title, pipeline, links, base_branch, branch, source_repo,
       kept_head, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, '{}', ?, ?, ?, ?, ?, ?)`,
    lane,
    owner,
    cwd,
    kind,
    kind === 'managed' ? 'provisioning' : 'idle',
    ...settings,
    occurredAt,
    occurredAt,
  )
  if (kind === 'managed' && sourceRepo !== null) {
    db.run('insert or replace into p_worktree (cwd, owner, repository) values (?, ?, ?)', cwd, owner, sourceRepo)
  }
}

const handOver = (db: Db, lane: number, owner: string): void => {
  db.run('update p_worktree set owner = ? where cwd = (select cwd from p_lane where id = ?)', owner, lane)
  for (const table of ['p_lane', 'p_lane_id']) db.run(`update ${table} set owner = ? where id = ?`, owner, lane)
  db.run('update p_feature set owner = ? where lane = ?', owner, lane)
}

/** A lane that was created on the worktree knows better. */
const found = (db: Db, event: Event<'worktree-found'>): void => {
  const { worktree, repository } = event.data
  db.run(
    'insert or ignore into p_worktree (cwd, owner, repository) values (?, ?, ?)',
    worktree,
    ownerOf(event),
    repository,
  )
}

const provisioned = (db: Db, { data: { lane, base, warnings }, occurredAt }: Event<'lane-provisioned'>): void => {
  db.run(
    `update p_lane set status = 'idle', base_branch = coalesce(?, base_branch), notes = ?, updated_at = ? where id = ?`,
    base,
    warnings.length === 0 ? null : warnings.join('\n'),
    occurredAt,
    lane,
  )
}

const provisionFailed = (db: Db, { data, occurredAt }: Event<'lane-provision-failed'>): void => {
  db.run(
    `update p_lane set status = 'failed', notes = ?, updated_at = ? where id = ?`,
    data.message,
    occurredAt,
    data.lane,
  )
}

const COLUMNS: Readonly<Record<keyof LaneSettings, string>> = {
  title: 'title',
  pipeline: 'pipeline',
  runId: 'run_id',
  links: 'links',
  notes: 'notes',
  baseBranch: 'base_branch',
  gateDecision: 'gate_decision',
  ciStatus: 'ci_status',
  qcDev: 'qc_dev',
}

type Settings = { readonly [K in Exclude<keyof LaneSettings, 'links'>]?: LaneSettings[K] | undefined } & {
  readonly links?: string | undefined
}

const set = (db: Db, lane: number, settings: Settings): void => {
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value: SqlValue | undefined = settings[name as keyof LaneSettings]
    if (value !== undefined) db.run(`update p_lane set ${column} = ? where id = ?`, value, lane)
  }
}

const patch = (db: Db, { data: { lane, links, ...rest }, occurredAt }: Event<'lane-patched'>): void => {
  set(db, lane, { ...rest, links: links === undefined ? undefined : JSON.stringify(links) })
  changed(db, { data: { lane }, occurredAt })
}

const attach = (db: Db, event: Event<'lane-router-attached'>): void => {
  db.run('update p_lane set router_profile = ? where id = ?', event.data.router, event.data.lane)
  changed(db, event)
}

/** The worktree of a reset lane is at its base, so its pipeline starts again. */
const reset = (db: Db, event: Event<'lane-reset'>): void => {
  db.run(
    `update p_lane set stage = null, stage_since = null, stages = '{}', gate_decision = null, ci_status = null, qc_dev = null,
       detected_stage = null, detected_signal = null, detected_at = null where id = ?`,
    event.data.lane,
  )
  changed(db, event)
}

const declare = (db: Db, { data, occurredAt }: Event<'stage-declared'>): void => {
  const { lane, stage, move, passed, dropped, result, evidence, gateDecision, ciStatus, qcDev } = data
  const row = db.get<{ stages: string }>('select stages from p_lane where id = ?', lane)
  if (row === undefined) return
  const records = new Map<string, StageRecord>(Object.entries(JSON.parse(row.stages)))
  for (const node of dropped) records.delete(node)
  if (passed !== null) records.set(passed, { result: 'pass', evidence: [], at: occurredAt })
  if (result !== null) records.set(stage, { result, evidence, at: occurredAt })
  const stages = JSON.stringify(Object.fromEntries(records))
  db.run('update p_lane set stage = ?, stages = ?, updated_at = ? where id = ?', stage, stages, occurredAt, lane)
  if (move !== 'stay') db.run('update p_lane set stage_since = ? where id = ?', occurredAt, lane)
  // What was detected belongs to the pass that has ended.
  if (move === 'back')
    db.run(`update p_lane set detected_stage = null, detected_signal = null, detected_at = null where id = ?`, lane)
  set(db, lane, { gateDecision, ciStatus, qcDev })
}

const changed = (
  db: Db,
  { data, occurredAt }: Pick<Event<'lane-reset'>, 'occurredAt'> & { data: { lane: number } },
): void => {
  db.run('update p_lane set updated_at = ? where id = ?', occurredAt, data.lane)
}

const detect = (db: Db, { data: { lane, stage, signal, at }, occurredAt }: Event<'stage-detected'>): void =>
  void db.run(
    'update p_lane set detected_stage = ?, detected_signal = ?, detected_at = ?, updated_at = ? where id = ?',
    stage,
    signal,
    at,
    occurredAt,
    lane,
  )

/** Nothing else changes, not even `updated_at`: starting a stack is not work in the lane. */
const place = (db: Db, lane: number, slot: number | null, ports: Ports): void =>
  void db.run('update p_lane set slot = ?, ports = ? where id = ?', slot, JSON.stringify(ports), lane)

/** The agent of slot 0 is the run of the lane. Shells and other slots change nothing. */
const request = (db: Db, { data: { lane, run, slot, tool }, occurredAt }: Event<'run-requested'>): void => {
  // A lane in which something starts is in use again.
  db.run('update p_lane set archived_at = null where id = ? and archived_at is not null', lane)
  if (slot === 0 && tool !== null)
    db.run('update p_lane set run_id = ?, updated_at = ? where id = ?', run, occurredAt, lane)
}

/** The place of a lane in lists stays. */
const archive = (db: Db, { data: { lane, archived }, occurredAt }: Event<'lane-archived'>): void =>
  void db.run('update p_lane set archived_at = ? where id = ?', archived ? occurredAt : null, lane)

const OWN = 'id = ? and exists (select 1 from p_run where run = ? and slot = 0 and tool is not null)'

const start = (db: Db, { data: { lane, run }, occurredAt }: Event<'run-started'>): void =>
  void db.run(`update p_lane set status = 'running', updated_at = ? where ${OWN}`, occurredAt, lane, run)

const end = (db: Db, { data: { lane, run }, occurredAt }: Event<'run-ended'>): void =>
  void db.run(
    `update p_lane set status = iif(status = 'running', 'idle', status), updated_at = ? where ${OWN}`,
    occurredAt,
    lane,
    run,
  )
