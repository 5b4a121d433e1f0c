import { listedCall, listedTool, spawnOf, startsSubagent } from '../domain/tool.js'
import { firstLine, isText, narrowHash } from '../domain/text.js'
import { actorOf, errorOf, objectOf, textOf } from '../domain/session/payload.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Db, Reader } from './sql.js'

/** The most frequently called tools. */
export const COMMON_TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Glob'] as const
/** SQL condition of the partial index `i_call_rare`: calls of any other tool. With `not in`, each write would fill a table with them. */
export const isRare = (column: string): string => COMMON_TOOLS.map((tool) => `${column} <> '${tool}'`).join(' and ')

/**
 * One row per tool call and session, reported by hooks and by transcript lines: each contributes what it knows, in any order. A
 * fork repeats its parent's calls: `repeats` is set on all but the first.
 */
export const toolCallProjection = defineProjection({
  name: 'tool-call',
  version: 7,
  ddl: [
    `create table p_call (
       id text not null,
       stream integer not null,
       agent text,
       tool text not null,
       target text,
       started_at real,
       ended_at real,
       duration_ms real,
       ok integer,
       error text,
       hook_pre integer,
       line_pre integer,
       line_pre_at real,
       line_copied integer,
       hook_post integer,
       line_post integer,
       line_post_at real,
       subagent_type text,
       task text,
       description text,
       started_agent text,
       repeats integer not null default 0,
       primary key (stream, id)
     ) without rowid`,
    // The sessions whose transcripts report a call: a fork repeats its parent's lines. Hooks do not read this table. The key is a
    // hash: ids are random, and the narrower the rows, the fewer pages an import touches. The call's own row shows whether the id
    // matches.
    'create table p_call_line (hash integer not null, stream integer not null, primary key (hash, stream)) without rowid',
    'create index i_call_open on p_call(stream, agent, started_at) where ended_at is null',
    'create index i_call_done on p_call(ended_at) where ended_at is not null',
    // A scan backwards in time finds a frequent tool quickly; a rare one would require a full scan, so it is indexed.
    `create index i_call_rare on p_call(tool, ended_at) where ended_at is not null and ${isRare('tool')}`,
    `create index i_call_spawn on p_call(stream, started_at) where tool in ('Agent', 'Task')`,
    'create index i_call_started on p_call(stream, started_agent) where started_agent is not null',
  ],
  reads: ['hook-received', 'reply-recorded', 'tool-result-recorded'],
  apply: (events, db) => {
    for (const event of events) {
      const seen = sightingOf(event)
      if (seen === null) continue
      upsert(db, event.stream, seen.id ?? anonymousId(db, event, seen), seen)
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) {
      db.run('delete from p_call')
      db.run('delete from p_call_line')
      return
    }
    const told = new Set<string>()
    for (const stream of streams) {
      const lines = db.all<{ id: string }>('select id from p_call where stream = ? and line_pre is not null', stream)
      db.run('delete from p_call where stream = ?', stream)
      for (const { id } of lines.filter((call) => isGlobalId(call.id))) {
        db.run('delete from p_call_line where hash = ? and stream = ?', narrowHash(id), stream)
        told.add(id)
      }
    }
    for (const id of told) rankTellers(db, id, narrowHash(id))
  },
})

/** What one event reports about a call; null members are unknown to it. */
interface Sighting {
  readonly id: string | null
  readonly phase: 'pre' | 'post'
  readonly hook: boolean
  readonly copied: boolean
  readonly ref: number
  readonly at: number
  readonly agent: string | null
  readonly tool: string | null
  readonly target: string | null
  readonly durationMs: number | null
  readonly ok: boolean
  readonly error: string | null
  readonly subagentType: string | null
  readonly task: string | null
  readonly description: string | null
  readonly startedAgent: string | null
}

// Every member is spelled out: this runs for every line of a history, and spreading costs more than parsing.
const sightingOf = (event: Recorded): Sighting | null => {
  const { occurredAt: at, position: ref } = event
  switch (event.type) {
    case 'hook-received':
      return hookSighting(event.data.kind, event.data.payload, at, ref)
    case 'reply-recorded': {
      const { tool, agent } = event.data
      if (tool === null) return null
      return {
        id: tool.id,
        phase: 'pre',
        hook: false,
        copied: event.data.copied === true,
        ref,
        at,
        agent,
        tool: listedTool(tool.name),
        target: tool.target,
        durationMs: null,
        ok: true,
        error: null,
        subagentType: tool.subagentType ?? null,
        task: tool.task ?? null,
        description: startsSubagent(tool.name) ? tool.target : null,
        startedAgent: null,
      }
    }
    case 'tool-result-recorded': {
      const { data } = event
      return {
        id: data.id,
        phase: 'post',
        hook: false,
        copied: data.copied === true,
        ref,
        at,
        agent: data.agent,
        tool: null,
        target: null,
        durationMs: data.durationMs,
        ok: data.ok,
        error: data.error,
        subagentType: null,
        task: null,
        description: null,
        startedAgent: data.startedAgent,
      }
    }
    default:
      return null
  }
}

const NOT_A_SPAWN = { subagentType: null, task: null } as const

const hookSighting = (
  kind: string,
  payload: Readonly<Record<string, unknown>>,
  at: number,
  ref: number,
): Sighting | null => {
  const phase = kind === 'PreToolUse' ? 'pre' : kind === 'PostToolUse' || kind === 'PostToolUseFailure' ? 'post' : null
  const name = textOf(payload, 'tool_name')
  if (phase === null || name === null) return null
  const input = objectOf(payload.tool_input)
  const { tool, target } = listedCall(name, input)
  const duration = payload.duration_ms
  const failed = kind === 'PostToolUseFailure'
  const agentCall = startsSubagent(tool)
  return {
    id: textOf(payload, 'tool_use_id'),
    phase,
    hook: true,
    copied: false,
    ref,
    at,
    agent: actorOf(payload),
    tool,
    target: target || null,
    durationMs: typeof duration === 'number' && Number.isFinite(duration) && duration >= 0 ? duration : null,
    ok: !failed,
    error: failed ? errorOf(payload) : null,
    ...(agentCall ? spawnOf(input) : NOT_A_SPAWN),
    description: agentCall && isText(input.description) ? firstLine(input.description, 200) : null,
    startedAgent: agentCall ? textOf(objectOf(payload.tool_response), 'agentId') : null,
  }
}

/**
 * Returns the id for a hook without a call id: a result closes the newest open call of that tool and agent, a start is a new
 * call.
 */
const anonymousId = (db: Db, event: Recorded, seen: Sighting): string => {
  const open =
    seen.phase === 'post'
      ? db.get<{ id: string }>(
          `select id from p_call where stream = ? and agent is ? and tool is ? and ended_at is null and id like '#%'
           order by started_at desc limit 1`,
          event.stream,
          seen.agent,
          seen.tool,
        )
      : undefined
  return open?.id ?? `#${event.position}`
}

const COLUMNS = [
  'agent',
  'tool',
  'target',
  'started_at',
  'ended_at',
  'duration_ms',
  'ok',
  'error',
  'hook_pre',
  'line_pre',
  'line_pre_at',
  'line_copied',
  'hook_post',
  'line_post',
  'line_post_at',
  'subagent_type',
  'task',
  'description',
  'started_agent',
] as const
type Column = (typeof COLUMNS)[number]

/** SQL: of two values the smaller one, else the known one. */
const smaller = (column: Column): string =>
  `coalesce(min(${column}, excluded.${column}), ${column}, excluded.${column})`
const MERGE: Readonly<Partial<Record<Column, string>>> = {
  tool: `case when tool = '' then excluded.tool else tool end`,
  started_at: smaller('started_at'),
  ended_at: smaller('ended_at'),
  duration_ms: smaller('duration_ms'),
  ok: smaller('ok'),
  error: smaller('error'),
}
const UPSERT = `
  insert into p_call (stream, id, ${COLUMNS.join(', ')}) values (?, ?, ${COLUMNS.map(() => '?').join(', ')})
  on conflict (stream, id) do update set
    ${COLUMNS.map((column) => `${column} = ${MERGE[column] ?? `coalesce(${column}, excluded.${column})`}`).join(', ')}`

const upsert = (db: Db, stream: number, id: string, seen: Sighting): void => {
  const { phase, hook, ref, at } = seen
  const pre = phase === 'pre'
  // In the order of COLUMNS.
  db.run(
    UPSERT,
    stream,
    id,
    seen.agent,
    seen.tool ?? '',
    seen.target,
    pre ? at : null,
    pre ? null : at,
    pre ? null : seen.durationMs,
    pre ? null : seen.ok ? 1 : 0,
    seen.error,
    pre && hook ? ref : null,
    pre && !hook ? ref : null,
    pre && !hook ? at : null,
    pre && !hook ? Number(seen.copied) : null,
    !pre && hook ? ref : null,
    !pre && !hook ? ref : null,
    !pre && !hook ? at : null,
    seen.subagentType,
    seen.task,
    seen.description,
    seen.startedAgent,
  )
  if (pre && !hook && isGlobalId(id)) markRepeats(db, id, stream)
}

// The ids of the CLIs are random and long; a short one ("1", "t1") is only unique within its session.
const isGlobalId = (id: string): boolean => id.length >= 16

/** Registers the line of a call. A call counts in the session that made it first; a copied line shows that another made it. */
const markRepeats = (db: Db, id: string, stream: number): void => {
  const hash = narrowHash(id)
  db.run('insert or ignore into p_call_line (hash, stream) values (?, ?)', hash, stream)
  if (tellersOf(db, id).length > 1) rankTellers(db, id, hash)
}

/** Returns the sessions whose transcripts report a call. May include one with another call of the same hash. */
export const tellersOf = (db: Reader, id: string): readonly number[] =>
  db
    .all<{ stream: number }>('select stream from p_call_line where hash = ?', narrowHash(id))
    .map(({ stream }) => stream)

/** Returns the other sessions whose transcripts report calls of this one. */
export const kinOf = (db: Reader, stream: number): readonly number[] => {
  const lines = db.all<{ id: string }>('select id from p_call where stream = ? and line_pre is not null', stream)
  const tellers = new Set(lines.flatMap(({ id }) => tellersOf(db, id)))
  tellers.delete(stream)
  return [...tellers]
}

// Ranked by their lines alone: hooks do not check for repeats, so their times must not decide which call is one.
const rankTellers = (db: Db, id: string, hash: number): void => {
  const calls = db.all<{ stream: number }>(
    `select c.stream from p_call_line l join p_call c on c.stream = l.stream and c.id = ?
     where l.hash = ? and c.line_pre is not null order by c.line_copied, c.line_pre_at, c.stream`,
    id,
    hash,
  )
  for (const [i, call] of calls.entries()) {
    db.run('update p_call set repeats = ? where stream = ? and id = ?', i === 0 ? 0 : 1, call.stream, id)
  }
}
