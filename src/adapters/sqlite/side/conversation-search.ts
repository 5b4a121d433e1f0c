import type { Visibility } from '../../../domain/access/visibility.js'
import { type Snippet, snippetOf } from '../../../domain/search/snippet.js'
import { SPEAKERS } from '../../../domain/search/speaker.js'
import { spokenText } from '../../../domain/search/spoken-text.js'
import { type Wanted, wantedIn } from '../../../domain/search/words.js'
import type { Message } from '../../../domain/transcript/view/message.js'
import {
  type ConversationGroupQuery,
  type ConversationGroups,
  findSessions,
  findTitles,
  type MatchingSession,
  type SearchTotals,
} from '../../../projections/queries/conversation-groups.js'
import {
  type ConversationHit,
  type ConversationHits,
  type ConversationQuery,
  findLines,
  type FoundLine,
} from '../../../projections/queries/conversation-search.js'
import { timeOf } from '../../../projections/queries/line-row.js'
import { firstMark } from '../../transcripts/parse/page-marks.js'
import { openSource } from '../../transcripts/pages/conversation-file.js'
import { lineAt } from '../../transcripts/pages/walk.js'
import type { ConversationIndex } from './conversation-index.js'
import type { SideFile } from './side-file.js'
import { readTranscripts } from './transcript-files.js'

const NOTHING: Snippet = { text: '', marks: [] }
const NONE: SearchTotals = { matches: 0, sessions: 0, speakers: { you: 0, agent: 0, tool: 0 }, complete: true }

/** Searches conversations: returns functions that list the matching lines, and the sessions with matches. */
export const conversationSearch = (file: SideFile, index: ConversationIndex, archive: string | null) => {
  const linesOf = (visibility: Visibility, wanted: Wanted, query: ConversationQuery) => {
    const found = findLines(file.db, visibility, wanted, query)
    const shown = found.slice(0, query.limit)
    const hits = shown.map((line) => hitOf(line, wanted, messageAt(file, archive, line)))
    return { hits, next: found.length > shown.length ? (shown.at(-1)?.row ?? null) : null }
  }
  return {
    lines: (visibility: Visibility, query: ConversationQuery): ConversationHits => {
      const behind = index.isBehind()
      const wanted = wantedIn(query.q, query)
      if (wanted === null) return { hits: [], next: null, behind }
      return file.reading(() => ({ ...linesOf(visibility, wanted, query), behind }))
    },
    sessions: (visibility: Visibility, query: ConversationGroupQuery): ConversationGroups => {
      const behind = index.isBehind()
      const wanted = wantedIn(query.q, query)
      if (wanted === null) return { groups: [], titled: [], totals: NONE, next: null, behind }
      return file.reading(() => {
        const { sessions, totals } = findSessions(file.db, visibility, wanted, query)
        const rest = restOf(sessions, query)
        const page = rest.slice(0, query.limit)
        const last = query.sort === 'matches' ? query.offset + page.length : (page.at(-1)?.newest ?? null)
        const groups = page.map(({ stream, id, matches, newest }) => ({
          stream,
          matches,
          ...linesOf(visibility, wanted, { ...query, session_id: [id], limit: query.hits, before: newest + 1 }),
        }))
        const titled = isFirstPage(query) ? findTitles(file.db, visibility, wanted, query) : []
        return { groups, titled, totals, next: rest.length > page.length ? last : null, behind }
      })
    },
  }
}

/** Returns the sessions from the cursor on, in the order of the query. */
const restOf = (
  sessions: readonly MatchingSession[],
  { sort, before, offset }: ConversationGroupQuery,
): readonly MatchingSession[] =>
  sort === 'matches'
    ? sessions.toSorted((a, b) => b.matches - a.matches || b.newest - a.newest).slice(offset)
    : sessions.filter(({ newest }) => newest < before)

const isFirstPage = ({ before, offset }: ConversationGroupQuery): boolean =>
  before === Number.MAX_SAFE_INTEGER && offset === 0

const messageAt = (file: SideFile, archive: string | null, { session, agent, line, offset }: FoundLine) => {
  const whose = agent === '' ? null : agent
  const conversation = readTranscripts(file.source, session).find((known) => known.agent === whose)
  const source = conversation === undefined ? null : openSource(archive, conversation)
  if (source === null || conversation === undefined) return null
  try {
    return lineAt(source, conversation, { ...firstMark(), line, offset })
  } finally {
    source.close()
  }
}

const hitOf = (found: FoundLine, wanted: Wanted, message: Message | null): ConversationHit => {
  const { session, name, cwd, provider, agent, line, row, speaker } = found
  return {
    session,
    name,
    cwd,
    provider,
    agent: agent === '' ? null : agent,
    line,
    at: timeOf(row),
    sender: message?.sender ?? null,
    speaker: SPEAKERS[speaker] ?? 'agent',
    tool: message?.content.find(({ type }) => type === 'tool_use')?.name ?? null,
    snippet: message === null ? NOTHING : snippetOf(spokenText(message), wanted),
  }
}
