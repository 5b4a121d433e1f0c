import { narrowHash } from '../../domain/text.js'
import type { ContextSize } from '../../domain/pricing/context.js'
import type { Geo, Speed, Tier } from '../../domain/transcript/facts/facts.js'
import { type Db, type SqlValue, upsertSql } from '../sql.js'
import { COUNTS, countsOf, type Message } from './message.js'

/** A message as stored in the tables and as it will be stored. */
export interface Held {
  /** The key of its row: the position of the first line that reported it. */
  readonly key: number
  readonly before: Message | null
  now: Message | null
}

interface UsageRow {
  readonly [column: string]: SqlValue
}

export const load = (db: Db, message: string, position: number): Held => {
  const row = db.get<UsageRow>('select * from p_usage where hash = ? and message = ?', narrowHash(message), message)
  if (row === undefined) return { key: position, before: null, now: null }
  const before: Message = {
    message,
    stream: Number(row.stream),
    owner: String(row.owner),
    agent: row.agent as string | null,
    embedded: row.embedded === 1,
    copied: row.copied === 1,
    at: Number(row.at),
    source: String(row.source),
    provider: String(row.provider),
    model: String(row.model),
    speed: row.speed as Speed,
    geo: row.geo as Geo,
    tier: row.tier as Tier,
    context: Number(row.context) as ContextSize,
    input: Number(row.input),
    output: Number(row.output),
    cacheRead: Number(row.cache_read),
    cacheWrite: Number(row.cache_write),
    cacheWrite1h: Number(row.cache_write_1h),
    webSearch: Number(row.web_search),
    webFetch: Number(row.web_fetch),
    codeExecution: Number(row.code_execution),
    freeExecution: Number(row.free_execution),
  }
  return { key: Number(row.key), before, now: before }
}

const COLUMNS = [
  'hash',
  'message',
  'stream',
  'owner',
  'agent',
  'embedded',
  'copied',
  'at',
  'source',
  'provider',
  'model',
  'speed',
  'geo',
  'tier',
  'context',
  ...COUNTS,
]
const STORE = upsertSql('p_usage', ['key'], COLUMNS)

export const store = (db: Db, key: number, m: Message): void => {
  db.run(
    STORE,
    key,
    narrowHash(m.message),
    m.message,
    m.stream,
    m.owner,
    m.agent,
    m.embedded ? 1 : 0,
    m.copied ? 1 : 0,
    m.at,
    m.source,
    m.provider,
    m.model,
    m.speed,
    m.geo,
    m.tier,
    m.context,
    ...countsOf(m),
  )
}

export const remove = (db: Db, { message }: Message): void => {
  db.run('delete from p_usage where hash = ? and message = ?', narrowHash(message), message)
}
