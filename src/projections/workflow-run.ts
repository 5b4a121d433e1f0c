import type { WorkflowStep } from '../domain/companions/workflow-run.js'
import type { Payload, Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Db } from './sql.js'
import type { Touched } from './touched.js'

declare module './touched.js' {
  interface TouchedRows {
    /** By `<stream>/<run id>`. */
    workflow: string
  }
}

/** Runs of the workflow tool, and the agents that belong to each. A journal overrides what the launch reported. */
export const workflowRunProjection = defineProjection({
  name: 'workflow-run',
  version: 1,
  ddl: [
    `create table p_workflow_run (
       stream integer not null, run text not null, task text, name text not null, status text not null, model text,
       started_at real, ended_at real, duration_ms real, agents integer not null, tokens integer not null,
       calls integer not null, phases text not null, progress text not null, script_path text, journal_path text,
       source text not null, created_at real not null, updated_at real not null, primary key (stream, run)
     ) without rowid`,
    'create index i_workflow_run_id on p_workflow_run(run)',
    'create index i_workflow_run_time on p_workflow_run(coalesce(started_at, created_at))',
    `create table p_workflow_agent (
       stream integer not null, agent text not null, run text not null, phase text, primary key (stream, agent)
     ) without rowid`,
    'create index i_workflow_agent_run on p_workflow_agent(stream, run)',
  ],
  reads: ['workflow-run-recorded', 'subagent-transcript-found'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'workflow-run-recorded') record(db, event, event.data, touched)
      if (event.type !== 'subagent-transcript-found') continue
      const { agent, workflowRun: run } = event.data
      if (agent !== null && run !== undefined) find(db, event, agent, run, touched)
    }
  },
  clear: ({ streams, everything }, db) => {
    for (const table of ['p_workflow_run', 'p_workflow_agent']) {
      if (everything) db.run(`delete from ${table}`)
      else for (const stream of streams) db.run(`delete from ${table} where stream = ?`, stream)
    }
  },
})

const COLUMNS = [
  'task',
  'name',
  'status',
  'model',
  'started_at',
  'ended_at',
  'duration_ms',
  'agents',
  'tokens',
  'calls',
  'phases',
  'progress',
  'script_path',
  'journal_path',
  'source',
] as const

type Column = (typeof COLUMNS)[number]

/** SQL: the value of the journal, or of the newest event of the same rank. */
const stronger = (column: Column): string =>
  `case when excluded.source = 'journal' or source = 'live' then excluded.${column} else ${column} end`
/** SQL: like `stronger`, but a known value is kept if the stronger event has none. */
const kept = (column: Column): string => `coalesce(${stronger(column)}, ${column}, excluded.${column})`
const COALESCED: ReadonlySet<Column> = new Set(['task', 'started_at', 'script_path', 'journal_path'])

// A launch reports the path of the script, even if its journal is already known.
const RECORD = `
  insert into p_workflow_run (stream, run, ${COLUMNS.join(', ')}, created_at, updated_at)
  values (?, ?, ${COLUMNS.map(() => '?').join(', ')}, ?, ?)
  on conflict (stream, run) do update set
    ${COLUMNS.map((column) => `${column} = ${COALESCED.has(column) ? kept(column) : stronger(column)}`).join(', ')},
    updated_at = max(updated_at, excluded.updated_at)`

const LINK = `insert into p_workflow_agent (stream, agent, run, phase) values (?, ?, ?, ?)
  on conflict (stream, agent) do update set run = excluded.run, phase = coalesce(excluded.phase, phase)`

const record = (
  db: Db,
  { stream, occurredAt }: Recorded,
  run: Payload<'workflow-run-recorded'>,
  touched: Touched,
): void => {
  db.run(
    RECORD,
    stream,
    run.run,
    run.taskId,
    run.name,
    run.status,
    run.defaultModel,
    run.startedAt,
    run.endedAt,
    run.durationMs,
    run.agentCount,
    run.totalTokens,
    run.totalToolCalls,
    JSON.stringify(run.phases),
    JSON.stringify(run.progress),
    run.scriptPath,
    run.journalPath,
    run.source,
    occurredAt,
    occurredAt,
  )
  touched.add('workflow', `${stream}/${run.run}`)
  for (const step of run.progress) link(db, stream, run.run, step, touched)
}

const link = (db: Db, stream: number, run: string, step: WorkflowStep, touched: Touched): void => {
  if (step.type !== 'workflow_agent' || step.agentId === undefined) return
  db.run(LINK, stream, step.agentId, run, step.phaseTitle ?? null)
  touched.add('agent', `${stream}/${step.agentId}`)
}

/** Records an agent whose transcript is in the folder of a run: the run has started, even if nothing else is known about it. */
const find = (db: Db, { stream, occurredAt: at }: Recorded, agent: string, run: string, touched: Touched): void => {
  db.run(
    `insert into p_workflow_run (stream, run, name, status, started_at, agents, tokens, calls, phases, progress, source,
       created_at, updated_at)
     values (?, ?, ?, 'running', ?, 0, 0, 0, '[]', '[]', 'live', ?, ?) on conflict do nothing`,
    stream,
    run,
    run,
    at,
    at,
    at,
  )
  db.run(LINK, stream, agent, run, null)
  touched.add('agent', `${stream}/${agent}`)
  touched.add('workflow', `${stream}/${run}`)
}
