import type { Recorded } from '../../events/envelope.js'
import { defineProjection } from '../define.js'
import { callOf, type CallRefs, isTold, linesOf, refsOf } from './call.js'
import { lineOf } from './line.js'
import { EventRows } from './rows.js'
import { type Moment, momentOf, type Telling, tellingsOf } from '../moment.js'
import type { Db } from '../sql.js'
import { tellersOf } from '../tool-call.js'

declare module '../touched.js' {
  interface TouchedRows {
    /** By position. A row of the event list never changes. */
    event: number
  }
}

/** The most frequent event types. */
export const COMMON_KINDS = ['PreToolUse', 'PostToolUse'] as const
/** SQL condition of the partial index `i_event_rare`: events of any other type. */
export const IS_RARE = `type not in (${COMMON_KINDS.map((kind) => `'${kind}'`).join(', ')})`

/**
 * The event list: every hook, and from transcripts what has no hook (turn durations, errors, compactions, interrupts) or was not
 * reported by one (tool calls while hooks were missing). Payloads stay in the log; the id of a row is its position there.
 */
export const eventRowProjection = defineProjection({
  name: 'event-row',
  version: 10,
  uses: ['tool-call', 'moment', 'ownership', 'origin'],
  ddl: [
    // Clustered in list order: newest first reads it backwards.
    `create table p_event (
       at integer not null, id integer not null, stream integer not null, agent text, type text not null, tool text,
       summary text, primary key (at, id)
     ) without rowid`,
    'create index i_event_stream on p_event(stream, at)',
    // Calls are most of all events: a scan backwards in time finds them quickly, so they need no index.
    `create index i_event_rare on p_event(type, at) where ${IS_RARE}`,
    'create index i_event_tool on p_event(tool, at) where tool is not null',
    'create index i_event_agent on p_event(agent, at) where agent is not null',
    // Events that are not listed: a fork's transcript repeats its parent's calls and one-time events. They are listed when the
    // parent is erased.
    `create table p_event_repeat (
       at integer not null, id integer not null, stream integer not null, agent text, type text not null, tool text,
       summary text, primary key (at, id)
     ) without rowid`,
    `create table p_event_home (
       stream integer primary key, owner text not null, source text not null, provider text not null
     )`,
    // Exact counts for lists and facets without a scan: by the filter columns, and by quarter hour.
    `create table p_event_group (
       owner text not null, type text not null, tool text not null, source text not null, provider text not null,
       n integer not null, primary key (type, tool, owner, source, provider)
     ) without rowid`,
    `create table p_event_quarter (
       owner text not null, quarter integer not null, source text not null, provider text not null, n integer not null,
       primary key (quarter, owner, source, provider)
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
    'cli-status-reported',
    // Not listed, but they show which source, provider and owner a session belongs to.
    'prompt-recorded',
    'usage-recorded',
    'session-renamed-in-transcript',
    'transcript-context-recorded',
    'subagent-transcript-found',
    'session-owner-determined',
  ],
  apply: (events, db, touched) => {
    const rows = new EventRows(db)
    rows.settle(new Set(events.map(({ stream }) => stream)))
    for (const event of events) {
      const call = callOf(event)
      const refs = call === null ? undefined : refsOf(db, event.stream, call.id)
      const moment = momentOf(event)
      const tellings = moment === null ? [] : tellingsOf(db, moment)
      if (!isTold(event, call, refs)) {
        const repeats = event.type !== 'hook-received' && (refs?.repeats === 1 || isRepeat(tellings, event.stream))
        const line = lineOf(event, refs?.tool || null)
        if (line !== null) rows.insert(event, line, repeats)
        if (line !== null && !repeats) touched.add('event', event.position, 'created')
      }
      if (moment !== null && tellings.length > 1) placeTellings(moment, tellings, rows)
      if (call === null || refs === undefined) continue
      // A hook that arrives after its transcript line replaces the line's row.
      if (event.type === 'hook-received') for (const place of linesOf(refs, [call.phase])) rows.remove(place)
      if (event.type === 'reply-recorded') placeRepeats(db, call.id, rows)
      if (call.phase === 'pre') nameResult(refs, rows)
    }
    rows.write()
  },
  clear: ({ streams, everything, eventsOf }, db) => {
    if (everything) {
      for (const table of ['p_event', 'p_event_repeat', 'p_event_home', 'p_event_group', 'p_event_quarter'])
        db.run(`delete from ${table}`)
      return
    }
    const rows = new EventRows(db)
    for (const stream of streams) {
      for (const page of eventsOf(stream)) for (const event of page) remove(db, event, rows)
      rows.forget(stream)
    }
    rows.write()
  },
})

/** Names a result that was read before the line of its call and has no tool name yet. */
const nameResult = (refs: CallRefs, rows: EventRows): void => {
  if (refs.tool === '') return
  for (const place of linesOf(refs, ['post'])) rows.nameResult(place, refs.tool, refs.error, refs.repeats === 1)
}

/** Places the rows of a call that several sessions report: it counts in the session that made it first. */
const placeRepeats = (db: Db, id: string, rows: EventRows): void => {
  const tellers = tellersOf(db, id)
  if (tellers.length > 1) placeLines(db, id, tellers, rows)
}

const placeLines = (db: Db, id: string, tellers: readonly number[], rows: EventRows): void => {
  for (const stream of tellers) {
    const refs = refsOf(db, stream, id)
    if (refs === undefined) continue
    for (const place of linesOf(refs, ['pre', 'post'])) rows.move(place, refs.repeats === 1)
  }
}

/** Places the rows of a one-time event that several sessions report: it counts in the first of them. */
const placeTellings = ({ at }: Moment, tellings: readonly Telling[], rows: EventRows): void => {
  for (const { stream, id } of tellings) rows.move({ at, id }, isRepeat(tellings, stream))
}

const isRepeat = ([first]: readonly Telling[], stream: number): boolean =>
  first !== undefined && first.stream !== stream

const remove = (db: Db, event: Recorded, rows: EventRows): void => {
  rows.remove({ at: Math.floor(event.occurredAt), id: event.position })
  const id = event.type === 'reply-recorded' ? (event.data.tool?.id ?? null) : null
  // Another session that repeated the call may be the first now.
  if (id !== null) placeLines(db, id, tellersOf(db, id), rows)
  const moment = momentOf(event)
  if (moment !== null) placeTellings(moment, tellingsOf(db, moment), rows)
}
