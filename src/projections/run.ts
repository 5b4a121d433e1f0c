import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'
import { type Db, upsertSql } from './sql.js'

/** The programs that were started in lanes. */
export const runProjection = defineProjection({
  name: 'run',
  version: 5,
  uses: ['ownership'],
  ddl: [
    `create table p_run (
       run text primary key, lane integer not null, owner text not null, slot integer not null, tool text, cwd text not null,
       status text not null, prompt text, model text, permission_mode text, effort text, sandbox text, approval text,
       resume text, fork integer not null, worktree text, router text, router_asked integer not null,
       account text, session text, pid integer,
       dialog_kind text, dialog_text text, reason text, code integer, signal text, detail text,
       started_at real not null, ended_at real
     ) without rowid`,
    // The last run of each slot of the lanes that exist, so that a list of panes reads no other runs.
    `create table p_run_slot (
       lane integer not null, slot integer not null, run text not null, primary key (lane, slot)
     ) without rowid`,
    // All sessions that a run was in: an agent may start another one.
    'create table p_run_session (run text not null, session text not null, primary key (run, session)) without rowid',
    'create index i_run_lane on p_run (lane)',
    'create index i_run_time on p_run (started_at)',
    'create index i_run_session on p_run (session) where session is not null',
    'create index i_run_account on p_run (account, started_at) where account is not null',
    `create index i_run_live on p_run (lane) where status <> 'ended'`,
    `create index i_run_vanished on p_run (lane) where reason = 'vanished'`,
  ],
  reads: [
    'run-requested',
    'run-started',
    'run-ended',
    'run-session-reported',
    'run-dialog-changed',
    'lane-removed',
    'lane-forgotten',
    'lane-owner-changed',
  ],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'run-requested') request(db, event)
      else if (event.type === 'run-started') start(db, event)
      else if (event.type === 'run-ended') end(db, event)
      else if (event.type === 'run-session-reported') report(db, event)
      else if (event.type === 'run-dialog-changed') show(db, event)
      else if (event.type === 'lane-removed' || event.type === 'lane-forgotten')
        db.run('delete from p_run_slot where lane = ?', event.data.lane)
      else if (event.type === 'lane-owner-changed')
        db.run('update p_run set owner = ? where lane = ?', readOwner(db, event.stream), event.data.lane)
      else continue
      touched.add('lane', event.data.lane)
    }
  },
  // Runs belong to no session.
  clear: () => undefined,
})

type Event<T extends Recorded['type']> = Extract<Recorded, { readonly type: T }>

const SET_SLOT = upsertSql('p_run_slot', ['lane', 'slot'], ['run'])

const request = (db: Db, event: Event<'run-requested'>): void => {
  const { data, occurredAt } = event
  const {
    run,
    lane,
    slot,
    tool,
    cwd,
    prompt,
    model,
    permissionMode,
    effort,
    sandbox,
    approval,
    resume,
    fork,
    worktree,
    router = null,
    isRouterAsked = false,
    account = null,
  } = data
  const options = [prompt, model, permissionMode, effort, sandbox, approval, resume, fork ? 1 : 0] as const
  db.run(
    `insert into p_run (run, lane, owner, slot, tool, cwd, status, prompt, model, permission_mode, effort, sandbox, approval,
       resume, fork, worktree, router, router_asked, account, started_at)
       values (?, ?, ?, ?, ?, ?, 'starting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    run,
    lane,
    readOwner(db, event.stream),
    slot,
    tool,
    cwd,
    ...options,
    worktree,
    router,
    isRouterAsked ? 1 : 0,
    account,
    occurredAt,
  )
  db.run(SET_SLOT, lane, slot, run)
}

const start = (db: Db, { data: { run, pid } }: Event<'run-started'>): void =>
  void db.run(`update p_run set status = 'running', pid = ? where run = ?`, pid, run)

const end = (db: Db, { data: { run, reason, code, signal, detail, endedAt } }: Event<'run-ended'>): void =>
  // tmux knows only the second of an end, and a program may end in the second it starts.
  void db.run(
    `update p_run set status = 'ended', dialog_kind = null, dialog_text = null, reason = ?, code = ?, signal = ?, detail = ?,
       ended_at = max(?, started_at) where run = ?`,
    reason,
    code,
    signal,
    detail,
    endedAt,
    run,
  )

const report = (db: Db, { data: { run, session } }: Event<'run-session-reported'>): void => {
  // A session starts only after the dialogs.
  db.run('update p_run set session = ?, dialog_kind = null, dialog_text = null where run = ?', session, run)
  db.run('insert or ignore into p_run_session (run, session) values (?, ?)', run, session)
}

const show = (db: Db, { data: { run, dialog } }: Event<'run-dialog-changed'>): void =>
  void db.run(
    'update p_run set dialog_kind = ?, dialog_text = ? where run = ?',
    dialog?.kind ?? null,
    dialog?.text ?? null,
    run,
  )
