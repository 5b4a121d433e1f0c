import { actorOf, textOf } from '../domain/session/payload.js'
import { summaryOf, withTarget } from '../domain/session/summary.js'
import { short } from '../domain/text.js'
import { quarterOf } from '../domain/time.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection, type Touched } from './define.js'
import type { Db } from './sql.js'

/**
 * The event list: every hook, and of the transcripts what no hook tells (turn durations, errors, compactions, interrupts)
 * or no hook told (tool calls while hooks were missing). Payloads stay in the log; a row's id is its position there.
 */
export const eventRowProjection = defineProjection({
  name: 'event-row',
  version: 2,
  ddl: [
    // In the order in which it is listed: newest first means reading backwards.
    `create table p_event (
       at integer not null, id integer not null, stream integer not null, agent text, type text not null, tool text,
       summary text, primary key (at, id)
     ) without rowid`,
    'create index i_event_stream on p_event(stream, at)',
    'create index i_event_type on p_event(type, at)',
    'create index i_event_tool on p_event(tool, at) where tool is not null',
    'create index i_event_agent on p_event(agent, at) where agent is not null',
    // Counts that lists and facets need exact and at once: by kind of figure, its value, source and provider.
    `create table p_event_count (
       figure text not null, value text not null, source text not null, provider text not null, n integer not null,
       primary key (figure, value, source, provider)
     ) without rowid`,
  ],
  reads: [
    'hook-received',
    'reply-recorded',
    'tool-result-recorded',
    'interrupt-recorded',
    'api-error-recorded',
    'turn-completed',
    'compaction-seen',
    'session-end-inferred',
    'session-abandoned',
  ],
  apply: (events, db, touched) => {
    const counts = new Counts()
    for (const event of events) {
      const call = callOf(event)
      const refs = call === null ? undefined : refsOf(db, event, call.id)
      if (isTold(event, call, refs)) continue
      const line = lineOf(event, refs?.tool || null)
      if (line !== null) insert(db, event, line, counts, touched)
      if (call !== null && event.type === 'hook-received') retractLine(db, event, call, refs, counts)
      if (call?.phase === 'pre' && refs !== undefined) nameResult(db, event, refs, counts)
    }
    counts.write(db)
  },
  clear: ({ streams, everything, eventsOf }, db) => {
    if (everything) {
      db.run('delete from p_event')
      db.run('delete from p_event_count')
      return
    }
    const counts = new Counts()
    for (const stream of streams) {
      for (const page of eventsOf(stream)) for (const event of page) remove(db, event, counts)
    }
    counts.write(db)
  },
})

interface EventLine {
  readonly type: string
  readonly agent: string | null
  readonly tool: string | null
  readonly summary: string | null
}

const insert = (db: Db, event: Recorded, line: EventLine, counts: Counts, touched: Touched): void => {
  const at = Math.floor(event.occurredAt)
  db.run(
    'insert into p_event (at, id, stream, agent, type, tool, summary) values (?, ?, ?, ?, ?, ?, ?)',
    at,
    event.position,
    event.stream,
    line.agent,
    line.type,
    line.tool,
    line.summary,
  )
  counts.add(line.type, line.tool, at, event.source, providerOf(event), 1)
  touched.events.add(event.position)
}

const remove = (db: Db, event: Recorded, counts: Counts): void => {
  const key = [Math.floor(event.occurredAt), event.position] as const
  const row = db.get<{ type: string; tool: string | null; at: number }>(
    'select type, tool, at from p_event where at = ? and id = ?',
    ...key,
  )
  if (row === undefined) return
  db.run('delete from p_event where at = ? and id = ?', ...key)
  counts.add(row.type, row.tool, row.at, event.source, providerOf(event), -1)
}

const providerOf = (event: Recorded): string => {
  if (event.type === 'hook-received') return event.data.provider
  return event.actor === 'codex' ? 'codex' : 'claude'
}

/** How the list shows an event; `calledTool` is the tool of the call that a result belongs to. */
const lineOf = (event: Recorded, calledTool: string | null): EventLine | null => {
  switch (event.type) {
    case 'hook-received': {
      const { kind, payload } = event.data
      const tool = textOf(payload, 'tool_name')
      return { type: kind, agent: actorOf(payload), tool, summary: summaryOf(kind, payload) }
    }
    case 'reply-recorded': {
      const { tool, agent } = event.data
      if (tool === null) return null
      return { type: 'PreToolUse', agent, tool: tool.name, summary: withTarget('Using tool', tool.name, tool.target) }
    }
    case 'tool-result-recorded': {
      const { ok, agent, error } = event.data
      const summary = resultSummary(ok, calledTool, error)
      return { type: ok ? 'PostToolUse' : 'PostToolUseFailure', agent, tool: calledTool, summary }
    }
    case 'interrupt-recorded':
      return { type: 'Interrupted', agent: event.data.agent, tool: null, summary: 'Interrupted by the user' }
    case 'api-error-recorded':
      return { type: 'APIError', agent: event.data.agent, tool: null, summary: event.data.text }
    case 'turn-completed':
      return { type: 'TurnDuration', agent: event.data.agent, tool: null, summary: turnSummary(event.data.durationMs) }
    case 'compaction-seen':
      return { type: 'Compaction', agent: event.data.agent, tool: null, summary: 'Context compacted' }
    case 'session-end-inferred':
      return { type: 'SessionEnd', agent: null, tool: null, summary: `Session ended (${event.data.reason})` }
    case 'session-abandoned':
      return { type: 'SessionAbandoned', agent: null, tool: null, summary: 'Nothing happened for a long time' }
    default:
      return null
  }
}

const resultSummary = (ok: boolean, tool: string | null, error: string | null): string =>
  ok ? withTarget('Tool completed', tool, null) : short(`Tool failed: ${tool ?? 'unknown'}: ${error ?? ''}`, 300)

const turnSummary = (ms: number): string => `Turn took ${(ms / 1000).toFixed(1)} s`
interface Call {
  readonly id: string
  readonly phase: 'pre' | 'post'
}

const callOf = (event: Recorded): Call | null => {
  if (event.type === 'reply-recorded') {
    const id = event.data.tool?.id ?? null
    return id === null ? null : { id, phase: 'pre' }
  }
  if (event.type === 'tool-result-recorded') return { id: event.data.id, phase: 'post' }
  if (event.type !== 'hook-received') return null
  const id = textOf(event.data.payload, 'tool_use_id')
  if (id === null) return null
  if (event.data.kind === 'PreToolUse') return { id, phase: 'pre' }
  return event.data.kind === 'PostToolUse' || event.data.kind === 'PostToolUseFailure' ? { id, phase: 'post' } : null
}

interface CallRefs {
  readonly tool: string
  readonly error: string | null
  readonly hook_pre: number | null
  readonly line_pre: number | null
  readonly line_pre_at: number | null
  readonly hook_post: number | null
  readonly line_post: number | null
  readonly line_post_at: number | null
}

const refsOf = (db: Db, event: Recorded, id: string): CallRefs | undefined =>
  db.get<CallRefs>(
    `select tool, error, hook_pre, line_pre, line_pre_at, hook_post, line_post, line_post_at from p_call
     where stream = ? and id = ?`,
    event.stream,
    id,
  )

/** A transcript line about a call adds a row only where no hook, and no line before it, has told the same. */
const isTold = (event: Recorded, call: Call | null, refs: CallRefs | undefined): boolean => {
  if (event.type === 'hook-received' || call === null || refs === undefined) return false
  const [hook, first] = call.phase === 'pre' ? [refs.hook_pre, refs.line_pre] : [refs.hook_post, refs.line_post]
  return hook !== null || (first !== null && first !== event.position)
}

/** A hook that arrives after its transcript line takes the line's place. */
const retractLine = (db: Db, event: Recorded, { phase }: Call, refs: CallRefs | undefined, counts: Counts): void => {
  const [line, at] = phase === 'pre' ? [refs?.line_pre, refs?.line_pre_at] : [refs?.line_post, refs?.line_post_at]
  if (line == null || at == null) return
  const key = [Math.floor(at), line] as const
  const row = db.get<{ type: string; tool: string | null; at: number }>(
    'select type, tool, at from p_event where at = ? and id = ?',
    ...key,
  )
  if (row === undefined || db.run('delete from p_event where at = ? and id = ?', ...key) === 0) return
  counts.add(row.type, row.tool, row.at, event.source, providerOf(event), -1)
}

/** A result can be read before the line of its call: it has had no name until now. */
const nameResult = (db: Db, event: Recorded, refs: CallRefs, counts: Counts): void => {
  const { tool, error, line_post, line_post_at } = refs
  if (tool === '' || line_post === null || line_post_at === null) return
  const key = [Math.floor(line_post_at), line_post] as const
  const row = db.get<{ type: string; at: number }>(
    'select type, at from p_event where at = ? and id = ? and tool is null',
    ...key,
  )
  if (row === undefined) return
  const summary = resultSummary(row.type === 'PostToolUse', tool, error)
  db.run('update p_event set tool = ?, summary = ? where at = ? and id = ?', tool, summary, ...key)
  counts.add(row.type, null, row.at, event.source, providerOf(event), -1)
  counts.add(row.type, tool, row.at, event.source, providerOf(event), 1)
}

class Counts {
  readonly #deltas = new Map<string, { key: readonly [string, string, string, string]; n: number }>()

  add(type: string, tool: string | null, at: number, source: string, provider: string, n: number): void {
    this.#bump('type', type, source, provider, n)
    if (tool !== null) this.#bump('tool', tool, source, provider, n)
    this.#bump('quarter', String(quarterOf(at)), source, provider, n)
  }

  write(db: Db): void {
    for (const { key, n } of this.#deltas.values()) {
      if (n === 0) continue
      db.run(`insert into p_event_count values (?, ?, ?, ?, ?) on conflict do update set n = n + excluded.n`, ...key, n)
      if (n < 0) {
        db.run(
          'delete from p_event_count where figure = ? and value = ? and source = ? and provider = ? and n = 0',
          ...key,
        )
      }
    }
  }

  #bump(figure: string, value: string, source: string, provider: string, n: number): void {
    const name = `${figure}\u0000${value}\u0000${source}\u0000${provider}`
    const entry = this.#deltas.get(name) ?? { key: [figure, value, source, provider] as const, n: 0 }
    entry.n += n
    this.#deltas.set(name, entry)
  }
}
