import type { Visibility } from '../../../domain/access/visibility.js'
import { type Snippet, snippetOf } from '../../../domain/search/snippet.js'
import { spokenText } from '../../../domain/search/spoken-text.js'
import { type Wanted, wantedIn } from '../../../domain/search/words.js'
import type { Message } from '../../../domain/transcript/view/message.js'
import {
  type ConversationHit,
  type ConversationHits,
  type ConversationQuery,
  findLines,
  type FoundLine,
} from '../../../projections/queries/conversation-search.js'
import { firstMark } from '../../transcripts/parse/page-marks.js'
import { openSource } from '../../transcripts/pages/conversation-file.js'
import { lineAt } from '../../transcripts/pages/walk.js'
import { type ConversationIndex, timeOf } from './conversation-index.js'
import type { SideFile } from './side-file.js'
import { readTranscripts } from './transcript-files.js'

const NOTHING: Snippet = { text: '', marks: [] }

/** Searches all conversations and reads the lines on the requested page from their transcripts. */
export const searchConversations = (
  file: SideFile,
  index: ConversationIndex,
  archive: string | null,
  visibility: Visibility,
  query: ConversationQuery,
): ConversationHits => {
  const behind = index.isBehind()
  const wanted = wantedIn(query.q)
  if (wanted === null) return { hits: [], next: null, behind }
  return file.reading(() => {
    const found = findLines(file.db, visibility, wanted, query)
    const shown = found.slice(0, query.limit)
    const hits = shown.map((line) => hitOf(line, wanted, messageAt(file, archive, line)))
    return { hits, next: found.length > shown.length ? (shown.at(-1)?.row ?? null) : null, behind }
  })
}

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
  const { session, name, cwd, provider, agent, line, row } = found
  return {
    session,
    name,
    cwd,
    provider,
    agent: agent === '' ? null : agent,
    line,
    at: timeOf(row),
    sender: message?.sender ?? null,
    snippet: message === null ? NOTHING : snippetOf(spokenText(message), wanted),
  }
}
