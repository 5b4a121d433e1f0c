import type { Visibility } from '../../domain/access/visibility.js'
import type { Snippet } from '../../domain/search/snippet.js'
import { type Speaker, SPEAKERS } from '../../domain/search/speaker.js'
import { isUnspaced, pairsOf } from '../../domain/search/unspaced.js'
import type { Phrase, Wanted } from '../../domain/search/words.js'
import type { Instant } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Message } from '../../domain/transcript/view/message.js'
import type { Reader } from '../sql.js'
import { Filter, literally, type Scope } from './filter.js'
import { rowsFrom } from './line-row.js'
import { worktreesNamed } from './project-directories.js'

/** What to search for, and where. */
export interface ConversationMatch extends Scope {
  readonly q: string
  readonly session_id: readonly string[]
  /** Names of projects: the last part of the session's directory. */
  readonly project: readonly string[]
  readonly not_project: readonly string[]
  readonly speaker: readonly Speaker[]
  /** Names of tools that the line calls, any of them. */
  readonly tool: readonly string[]
  /** Paths, or parts of them, that a tool call in the line names, any of them. */
  readonly file: readonly string[]
  /** Lines written from here on. */
  readonly since: Instant | undefined
  /** Lines written up to here, inclusive. */
  readonly until: Instant | undefined
}

export interface ConversationQuery extends ConversationMatch {
  readonly limit: number
  /** The cursor: only rows older than this one. */
  readonly before: number
}

/** A matching line and its position in the transcript. */
export interface FoundLine {
  readonly row: number
  readonly line: number
  readonly offset: number
  /** Empty for the main conversation. */
  readonly agent: string
  readonly session: string
  readonly name: string
  readonly cwd: string | null
  readonly provider: Provider
  /** An index in SPEAKERS. */
  readonly speaker: number
}

/** A line of a conversation that matches a query. */
export interface ConversationHit {
  readonly session: string
  readonly name: string
  readonly cwd: string | null
  readonly provider: Provider
  /** Null for the main conversation. */
  readonly agent: string | null
  readonly line: number
  readonly at: Instant
  /** Null if the transcript is missing and has no copy. */
  readonly sender: Message['sender'] | null
  readonly speaker: Speaker
  /** The first tool that the line calls. */
  readonly tool: string | null
  readonly snippet: Snippet
}

export interface ConversationHits {
  readonly hits: readonly ConversationHit[]
  /** The cursor of the next page; null on the last. */
  readonly next: number | null
  /** Whether the index lags: lines that were read may not be found yet. */
  readonly behind: boolean
}

/**
 * Returns a phrase as the index stores it.
 * @param isBegun whether its last word is a prefix; the index finds every part of text without spaces
 */
const quoted = (phrase: Phrase, isBegun = false): string => {
  const last = phrase.at(-1) ?? ''
  const tokens = phrase.flatMap((word, i) => (isUnspaced(word) ? pairsOf(word, i < phrase.length - 1) : [word]))
  const isOne = isUnspaced(last) && pairsOf(last, true).length === 1
  return `"${tokens.join(' ')}"${(isBegun && !isUnspaced(last)) || isOne ? ' *' : ''}`
}

/** Returns a phrase of the query. One character alone has a column of its own, because many pairs begin with it. */
const wordsOf = (phrase: Phrase, isBegun = false): string => {
  const [word = ''] = phrase
  const isOne = phrase.length === 1 && isUnspaced(word) && pairsOf(word, true).length === 1
  return isOne ? `letters : "${word.normalize('NFC')}"` : quoted(phrase, isBegun)
}

/** Returns the query as an expression of the full-text index. Its words contain only letters and digits. */
export const expressionOf = ({ phrases, begun, without, tools, files }: Wanted): string => {
  const all = phrases.map((phrase, i) => wordsOf(phrase, begun && i === phrases.length - 1))
  if (tools.length > 0) all.push(`tools : (${tools.map((tool) => quoted(tool)).join(' OR ')})`)
  if (files.length > 0) all.push(`files : (${files.map((file) => quoted(file, true)).join(' OR ')})`)
  const found = all.join(' AND ')
  return without.length === 0 ? found : `(${found}) NOT (${without.map((phrase) => wordsOf(phrase)).join(' OR ')})`
}

/** Returns the lowest and the highest row that can match by time. */
export const rowsBetween = ({ since, until }: ConversationMatch): readonly [first: number, last: number] => [
  since === undefined ? 0 : rowsFrom(since),
  until === undefined ? Number.MAX_SAFE_INTEGER : rowsFrom(until + 1) - 1,
]

/** Returns the conditions on the session of a line. */
export const sessionsOf = (db: Reader, visibility: Visibility, match: ConversationMatch): Filter => {
  const filter = new Filter(visibility, 's.owner')
    .in('s.id', match.session_id)
    .in('s.source', match.sources)
    .in('s.provider', match.providers)
  if (match.project.length > 0) filter.and(IN_PROJECT, patternsOf(db, visibility, match.project))
  if (match.not_project.length > 0)
    filter.and(`not coalesce(${IN_PROJECT}, 0)`, patternsOf(db, visibility, match.not_project))
  return filter
}

const IN_PROJECT = `exists (select 1 from json_each(?) p where s.cwd like p.value escape '\\')`

/** Returns LIKE patterns of the directories of projects with one of the names. */
const patternsOf = (db: Reader, visibility: Visibility, names: readonly string[]): string => {
  const named = names.flatMap((name) => [literally(name), `%/${literally(name)}`])
  return JSON.stringify([...named, ...worktreesNamed(db, visibility, names).map(literally)])
}

/** Returns matching lines of conversations, newest first: one more than the limit if there are more. */
export const findLines = (
  db: Reader,
  visibility: Visibility,
  wanted: Wanted,
  match: ConversationQuery,
): readonly FoundLine[] => {
  const { session_id, speaker, limit, before } = match
  const [first, last] = rowsBetween(match)
  const filter = sessionsOf(db, visibility, match).and(
    't.talk_text match ? and t.rowid between ? and ?',
    expressionOf(wanted),
    first,
    Math.min(last, before - 1),
  )
  if (speaker.length > 0) {
    filter.and(
      'l.speaker in (select value from json_each(?))',
      JSON.stringify(speaker.map((one) => SPEAKERS.indexOf(one))),
    )
  }
  if (session_id.length > 0) {
    // Restricting the row range of a single session skips the matches of all others.
    const span = db.get<{ first: number | null; last: number | null }>(
      `select min(l.id) as first, max(l.id) as last from p_session s join side.talk k on k.stream = s.stream
       join side.talk_line l on l.talk = k.id where s.id in (select value from json_each(?))`,
      JSON.stringify(session_id),
    )
    filter.and('t.rowid between ? and ?', span?.first ?? 0, span?.last ?? 0)
  }
  return db.all<FoundLine>(
    `select t.rowid as row, l.line, l.offset, l.speaker, k.agent, s.id as session, s.name, s.cwd, s.provider
     from side.talk_text t cross join side.talk_line l on l.id = t.rowid cross join side.talk k on k.id = l.talk
     cross join p_session s on s.stream = k.stream
     ${filter.where} order by t.rowid desc limit ?`,
    ...filter.params,
    limit + 1,
  )
}
