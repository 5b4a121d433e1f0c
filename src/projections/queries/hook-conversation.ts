import type { Visibility } from '../../domain/access/visibility.js'
import { hookMessage, type SpokenHook } from '../../domain/session/hook-message.js'
import type { HookPayload } from '../../domain/session/payload.js'
import { occurrences, wordsIn } from '../../domain/transcript/view/find-text.js'
import type { Message } from '../../domain/transcript/view/message.js'
import { rawLine } from '../../domain/transcript/view/raw-line.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** Conversations made from hooks, for agents without a readable transcript. The position of a hook is the line of its message. */

/** Hooks `l` with something to show; `e` is their row in the event list. */
const IS_SPOKEN = `l.type = 'hook-received' and (
  e.type in ('PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'StopFailure')
  or (e.type = 'UserPromptSubmit' and l.data ->> '$.payload.prompt' <> '')
  or (e.type in ('Stop', 'SubagentStop') and l.data ->> '$.payload.last_assistant_message' <> ''))`

/** Maximum number of hits of a search: nobody steps through more. */
const MOST_HITS = 5000
/** Hooks that a search reads at a time. */
const CHUNK = 200

export interface HookPageQuery {
  /** Null for the main agent. */
  readonly agent: string | null
  readonly limit: number
  /** Returns the messages after this position, oldest first. */
  readonly after: number | null
  /** Returns the newest messages before this position. Without either, the newest of all. */
  readonly before: number | null
}

export interface HookFindQuery {
  readonly agent: string | null
  /** The text to search for, ignoring case. */
  readonly words: string
}

/** A page of messages; `first_line` and `last_line` as for a transcript. */
export interface HookPage {
  readonly messages: readonly Message[]
  readonly total: number
  readonly has_more: boolean
  readonly first_line: number
  readonly last_line: number
}

const linesOf = (db: Reader, visibility: Visibility, stream: number, agent: string | null): readonly number[] => {
  const filter = new Filter(visibility, 'e.stream').and(`e.stream = ? and e.agent is ? and ${IS_SPOKEN}`, stream, agent)
  return db
    .all<{ id: number }>(
      `select e.id from p_event e cross join log l on l.position = e.id ${filter.where} order by e.id`,
      ...filter.params,
    )
    .map(({ id }) => id)
}

interface HookRow extends Omit<SpokenHook, 'payload'> {
  readonly payload: string
}

const messagesAt = (db: Reader, lines: readonly number[]): readonly Message[] =>
  db
    .all<HookRow>(
      `select l.position as line, l.occurred_at as at, l.data ->> '$.kind' as kind, l.data -> '$.payload' as payload
       from json_each(?) j cross join log l on l.position = j.value order by line`,
      JSON.stringify(lines),
    )
    .map((row) => hookMessage({ ...row, payload: JSON.parse(row.payload) as HookPayload }))

/** Returns a page of a conversation, in the order in which the hooks arrived. */
export const hookPage = (db: Reader, visibility: Visibility, stream: number, query: HookPageQuery): HookPage => {
  const { agent, limit, after, before } = query
  const all = linesOf(db, visibility, stream, agent)
  const later =
    after === null ? all.filter((line) => before === null || line < before) : all.filter((line) => line > after)
  const page = after === null ? later.slice(-limit) : later.slice(0, limit)
  const empty = after ?? before ?? 0
  return {
    messages: messagesAt(db, page),
    total: all.length,
    has_more: later.length > page.length,
    first_line: page[0] ?? empty,
    last_line: page.at(-1) ?? empty,
  }
}

/** Returns the lines of a conversation that contain a text, ignoring case, with the number of occurrences. */
export const hookFind = (db: Reader, visibility: Visibility, stream: number, { agent, words }: HookFindQuery) => {
  const sought = words.toLowerCase()
  const all = sought === '' ? [] : linesOf(db, visibility, stream, agent)
  const hits: { line: number; count: number }[] = []
  for (let from = 0; from < all.length; from += CHUNK) {
    for (const message of messagesAt(db, all.slice(from, from + CHUNK))) {
      const count = occurrences(wordsIn(message), sought)
      if (count === 0) continue
      if (hits.length === MOST_HITS) return { hits, cut: true }
      hits.push({ line: message.line, count })
    }
  }
  return { hits, cut: false }
}

/** Returns the payload of a hook as readable JSON; null if the session has no such hook. */
export const hookLine = (db: Reader, visibility: Visibility, stream: number, line: number) => {
  const filter = new Filter(visibility, 'l.stream').and(
    `l.position = ? and l.stream = ? and l.type = 'hook-received'`,
    line,
    stream,
  )
  const row = db.get<{ payload: string }>(
    `select l.data -> '$.payload' as payload from log l ${filter.where}`,
    ...filter.params,
  )
  return row === undefined ? null : rawLine(JSON.parse(row.payload) as HookPayload)
}
