import type { Visibility } from '../../domain/access/visibility.js'
import type { Snippet } from '../../domain/search/snippet.js'
import type { Wanted } from '../../domain/search/words.js'
import type { Instant } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Message } from '../../domain/transcript/view/message.js'
import type { Reader } from '../sql.js'
import { Filter, type Scope } from './filter.js'

export interface ConversationQuery extends Scope {
  readonly q: string
  readonly session_id: readonly string[]
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
  readonly snippet: Snippet
}

export interface ConversationHits {
  readonly hits: readonly ConversationHit[]
  /** The cursor of the next page; null on the last. */
  readonly next: number | null
  /** Whether the index lags: lines that were read may not be found yet. */
  readonly behind: boolean
}

const quoted = (phrase: readonly string[]): string => `"${phrase.join(' ')}"`

/** Returns the query as an expression of the full-text index. Its words contain only letters and digits. */
const expressionOf = ({ phrases, begun }: Wanted): string =>
  phrases.map((phrase, i) => `${quoted(phrase)}${begun && i === phrases.length - 1 ? ' *' : ''}`).join(' AND ')

/** Returns matching lines of conversations, newest first: one more than the limit if there are more. */
export const findLines = (
  db: Reader,
  visibility: Visibility,
  wanted: Wanted,
  { session_id, sources, providers, limit, before }: ConversationQuery,
): readonly FoundLine[] => {
  const filter = new Filter(visibility, 's.owner')
    .and('t.talk_text match ? and t.rowid < ?', expressionOf(wanted), before)
    .in('s.id', session_id)
    .in('s.source', sources)
    .in('s.provider', providers)
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
    `select t.rowid as row, l.line, l.offset, k.agent, s.id as session, s.name, s.cwd, s.provider
     from side.talk_text t cross join side.talk_line l on l.id = t.rowid cross join side.talk k on k.id = l.talk
     cross join p_session s on s.stream = k.stream
     ${filter.where} order by t.rowid desc limit ?`,
    ...filter.params,
    limit + 1,
  )
}
