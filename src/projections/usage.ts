import { type Geo, type Speed, type Tier, type Usage } from '../domain/transcript/facts.js'
import { narrowHash } from '../domain/text.js'
import { DAY, quarterOf } from '../domain/time.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { type Db, type SqlValue, upsertSql } from './sql.js'

const COUNTS = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'web_search',
  'web_fetch',
  'code_execution',
] as const
const COUNT_COLUMNS = COUNTS.map((name) => `${name} integer not null`).join(', ')

/**
 * Tokens, counted once per message over all lines, files, sessions and re-reads: the field-wise maximum of what its
 * lines report, owned by its earliest line. Rollups move by the growth, so every sum equals the sum of these rows.
 */
export const usageProjection = defineProjection({
  name: 'usage',
  version: 1,
  ddl: [
    `create table p_usage (
       key integer primary key, hash integer not null, message text not null, stream integer not null, agent text,
       embedded integer not null, at real not null, source text not null, provider text not null, model text not null,
       speed text not null, geo text not null, tier text not null, ${COUNT_COLUMNS}
     )`,
    // Message ids are random: rows lie in the order they came, and only this narrow index is touched all over.
    'create index i_usage_hash on p_usage(hash)',
    'create index i_usage_stream on p_usage(stream)',
    `create table p_usage_session (
       stream integer not null, agent text not null, day integer not null, model text not null, speed text not null,
       geo text not null, tier text not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (stream, agent, day, model, speed, geo, tier)
     ) without rowid`,
    // All-time figures read whole days: prices change with the date, not with the hour.
    `create table p_usage_day (
       day integer not null, source text not null, provider text not null, model text not null, speed text not null,
       geo text not null, tier text not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (day, source, provider, model, speed, geo, tier)
     ) without rowid`,
    `create table p_usage_quarter (
       quarter integer not null, source text not null, provider text not null, model text not null, speed text not null,
       geo text not null, tier text not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (quarter, source, provider, model, speed, geo, tier)
     ) without rowid`,
  ],
  reads: ['reply-recorded', 'usage-recorded'],
  apply: (events, db, touched) => {
    const held = new Map<string, Held>()
    for (const event of events) {
      const seen = reported(event)
      if (seen === null) continue
      const entry = held.get(seen.message) ?? load(db, seen.message)
      entry.now = entry.now === null ? seen : merged(entry.now, seen)
      held.set(seen.message, entry)
    }
    const rollups = new Rollups()
    for (const { key, before, now } of held.values()) {
      if (now === null || (before !== null && same(before, now))) continue
      if (before !== null) rollups.add(before, -1)
      rollups.add(now, 1)
      store(db, key, now)
      touched.sessions.add(now.stream)
      if (before !== null && before.stream !== now.stream) touched.sessions.add(before.stream)
    }
    rollups.write(db)
  },
})

interface Message extends Usage {
  readonly message: string
  readonly stream: number
  readonly agent: string | null
  readonly embedded: boolean
  readonly at: number
  readonly source: string
  readonly provider: string
  readonly model: string
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
}

interface Held {
  /** Its row, once it has one. */
  readonly key: number | null
  readonly before: Message | null
  now: Message | null
}

// Members are spelled out here and below: on the path of every line of a history, spreading costs more than parsing.
const reported = (event: Recorded): Message | null => {
  if (event.type !== 'reply-recorded' && event.type !== 'usage-recorded') return null
  const { data } = event
  const { usage } = data
  if (usage === null) return null
  const isReply = event.type === 'reply-recorded'
  return {
    message: data.message,
    stream: event.stream,
    agent: data.agent,
    embedded: isReply && event.data.embedded,
    at: event.occurredAt,
    source: event.source,
    provider: isReply ? 'claude' : 'codex',
    model: data.model ?? 'unknown',
    speed: data.speed,
    geo: isReply ? event.data.geo : 'global',
    tier: data.tier,
    input: usage.input,
    output: usage.output,
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite,
    cacheWrite1h: usage.cacheWrite1h,
    webSearch: usage.webSearch,
    webFetch: usage.webFetch,
    codeExecution: usage.codeExecution,
  }
}

const merged = (a: Message, b: Message): Message => {
  const owner = ownsBefore(a, b) ? a : b
  return {
    message: owner.message,
    stream: owner.stream,
    agent: owner.agent,
    embedded: owner.embedded,
    at: owner.at,
    source: owner.source,
    provider: owner.provider,
    model: owner.model,
    speed: a.speed === 'fast' || b.speed === 'fast' ? 'fast' : 'standard',
    geo: owner.geo,
    tier: owner.tier,
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    cacheWrite1h: Math.max(a.cacheWrite1h, b.cacheWrite1h),
    webSearch: Math.max(a.webSearch, b.webSearch),
    webFetch: Math.max(a.webFetch, b.webFetch),
    codeExecution: Math.max(a.codeExecution, b.codeExecution),
  }
}

/**
 * A line in a real file before one embedded in another's progress, then the earliest line, the main conversation before
 * a subagent, the session seen first. (A fork copies its parent's lines with their times: the parent was seen first.)
 */
const ownsBefore = (a: Message, b: Message): boolean => {
  if (a.embedded !== b.embedded) return !a.embedded
  if (a.at !== b.at) return a.at < b.at
  if ((a.agent === null) !== (b.agent === null)) return a.agent === null
  if (a.stream !== b.stream) return a.stream < b.stream
  return (a.agent ?? '') <= (b.agent ?? '')
}

const FIELDS = [
  'stream',
  'agent',
  'embedded',
  'at',
  'model',
  'speed',
  'geo',
  'tier',
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'webSearch',
  'webFetch',
  'codeExecution',
] as const
const same = (a: Message, b: Message): boolean => FIELDS.every((field) => a[field] === b[field])

const countsOf = (m: Usage): readonly number[] => [
  m.input,
  m.output,
  m.cacheRead,
  m.cacheWrite,
  m.cacheWrite1h,
  m.webSearch,
  m.webFetch,
  m.codeExecution,
]

interface UsageRow {
  readonly [column: string]: SqlValue
}

const load = (db: Db, message: string): Held => {
  const row = db.get<UsageRow>('select * from p_usage where hash = ? and message = ?', narrowHash(message), message)
  if (row === undefined) return { key: null, before: null, now: null }
  const before: Message = {
    message,
    stream: Number(row.stream),
    agent: row.agent as string | null,
    embedded: row.embedded === 1,
    at: Number(row.at),
    source: String(row.source),
    provider: String(row.provider),
    model: String(row.model),
    speed: row.speed as Speed,
    geo: row.geo as Geo,
    tier: row.tier as Tier,
    input: Number(row.input),
    output: Number(row.output),
    cacheRead: Number(row.cache_read),
    cacheWrite: Number(row.cache_write),
    cacheWrite1h: Number(row.cache_write_1h),
    webSearch: Number(row.web_search),
    webFetch: Number(row.web_fetch),
    codeExecution: Number(row.code_execution),
  }
  return { key: Number(row.key), before, now: before }
}

const COLUMNS = [
  'hash',
  'message',
  'stream',
  'agent',
  'embedded',
  'at',
  'source',
  'provider',
  'model',
  'speed',
  'geo',
  'tier',
  ...COUNTS,
]
const STORE = upsertSql('p_usage', ['key'], COLUMNS)

const store = (db: Db, key: number | null, m: Message): void => {
  db.run(
    STORE,
    key,
    narrowHash(m.message),
    m.message,
    m.stream,
    m.agent,
    m.embedded ? 1 : 0,
    m.at,
    m.source,
    m.provider,
    m.model,
    m.speed,
    m.geo,
    m.tier,
    ...countsOf(m),
  )
}

/** The rollups and their keys; the counts follow in each. */
const ROLLUPS = {
  session: ['stream', 'agent', 'day'],
  day: ['day', 'source', 'provider'],
  quarter: ['quarter', 'source', 'provider'],
} as const
type Rollup = keyof typeof ROLLUPS
const RATE_KEYS = ['model', 'speed', 'geo', 'tier'] as const

/** Sums that a batch moves, written once per key. */
class Rollups {
  readonly #moved = new Map<string, { rollup: Rollup; key: readonly SqlValue[]; sums: number[] }>()

  add(m: Message, sign: 1 | -1): void {
    // A message known only from another's progress lines counts in the session, not in the agent.
    const agent = m.embedded ? '' : (m.agent ?? '')
    const day = Math.floor(m.at / DAY)
    this.#tally('session', [m.stream, agent, day], m, sign)
    this.#tally('day', [day, m.source, m.provider], m, sign)
    this.#tally('quarter', [quarterOf(m.at), m.source, m.provider], m, sign)
  }

  write(db: Db): void {
    for (const { rollup, key, sums } of this.#moved.values()) {
      db.run(
        `insert into p_usage_${rollup} values (?, ?, ?, ?, ?, ?, ?, ?, ${PLACES})
         on conflict do update set messages = messages + excluded.messages, ${ADD}`,
        ...key,
        ...sums,
      )
      // A message that moved to another owner may leave nothing behind.
      if ((sums[0] ?? 0) >= 0) continue
      const conditions = [...ROLLUPS[rollup], ...RATE_KEYS].map((column) => `${column} = ?`).join(' and ')
      db.run(`delete from p_usage_${rollup} where ${conditions} and messages = 0`, ...key)
    }
  }

  #tally(rollup: Rollup, place: readonly SqlValue[], m: Message, sign: 1 | -1): void {
    const name = `${rollup}\u0000${place.join('\u0000')}\u0000${m.model}\u0000${m.speed}\u0000${m.geo}\u0000${m.tier}`
    let entry = this.#moved.get(name)
    if (entry === undefined) {
      const key = [...place, m.model, m.speed, m.geo, m.tier]
      entry = { rollup, key, sums: [0, 0, 0, 0, 0, 0, 0, 0, 0] }
      this.#moved.set(name, entry)
    }
    const { sums } = entry
    const add = (i: number, count: number): void => {
      sums[i] = (sums[i] ?? 0) + sign * count
    }
    add(0, 1)
    add(1, m.input)
    add(2, m.output)
    add(3, m.cacheRead)
    add(4, m.cacheWrite)
    add(5, m.cacheWrite1h)
    add(6, m.webSearch)
    add(7, m.webFetch)
    add(8, m.codeExecution)
  }
}

const ADD = COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')
const PLACES = COUNTS.map(() => '?').join(', ')
