import { existsSync } from 'node:fs'
import type { CursorStore, StoredFile } from '../../../commands/ports/cursors.js'
import type {
  Conversation,
  ConversationPage,
  FindAnswer,
  HunksAnswer,
  ImageAnswer,
  IndexedEdit,
  LineAnswer,
  TranscriptArchive,
  TranscriptParser,
} from '../../../commands/ports/transcripts.js'
import { runOfTranscript } from '../../../domain/companions/workflow-run.js'
import { asContinued, threadFiles } from '../files/thread-files.js'
import type { ConversingAgent } from '../../../projections/queries/conversations.js'

interface Parts {
  readonly cursors: Pick<CursorStore, 'ofSession'>
  readonly parser: Pick<TranscriptParser, 'page' | 'image' | 'line' | 'find' | 'edits' | 'hunks' | 'markdown'>
  readonly archive: Pick<TranscriptArchive, 'has'>
}

interface Whose {
  readonly sessionId: string
  /** Null for the main conversation. */
  readonly agent: string | null
  /** The workflow run that the agent belongs to; null to accept its transcript from any place. */
  readonly run?: string | null
}

/** A file change with the agent that made it; null for the main agent. */
export interface SessionEdit extends IndexedEdit {
  readonly agent: string | null
}

interface TranscriptInfo extends Omit<ConversingAgent, 'type'> {
  readonly type: 'main' | 'subagent' | 'compaction'
  readonly has_transcript: boolean
  readonly db_agent_id: string
}

/** Returns the current file of a transcript. After a move or copy it has several paths: of the existing ones, the newest. */
const newest = (own: readonly StoredFile[]): StoredFile | undefined => {
  const there = own.length > 1 ? own.filter(({ path }) => existsSync(path)) : own
  return (there.length > 0 ? there : own).toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
}

/** Returns readers of sessions' conversations, from their transcripts or the archived copies. */
export function readableConversations({ cursors, parser, archive }: Parts) {
  const conversation = ({ sessionId, agent, run = null }: Whose): Conversation | null => {
    const files = cursors.ofSession(sessionId)
    const own = files.filter((file) => file.agent === agent && (run === null || runOfTranscript(file.path) === run))
    const file = asContinued(threadFiles(own, newest))
    if (file === undefined) return null
    const { path, provider, cursor, earlier = [] } = file
    return { session: sessionId, agent, provider, path, cursor, earlier }
  }
  const isReadable = (files: readonly StoredFile[], sessionId: string, agent: string | null): boolean =>
    files.some((file) => file.agent === agent && existsSync(file.path)) || archive.has(sessionId, agent)

  return {
    list(sessionId: string, agents: readonly ConversingAgent[]): readonly TranscriptInfo[] {
      const files = cursors.ofSession(sessionId)
      return agents.map(({ id, name, type, subagent_type }) => ({
        id: type === 'main' ? 'main' : id,
        name,
        type: subagent_type === 'compaction' ? 'compaction' : type,
        subagent_type,
        has_transcript: isReadable(files, sessionId, type === 'main' ? null : id),
        db_agent_id: id,
      }))
    },
    async page({
      after,
      before,
      limit,
      ...whose
    }: Whose & {
      readonly after: number
      readonly before: number
      readonly limit: number
    }): Promise<ConversationPage> {
      const found = conversation(whose)
      if (found === null) return { messages: [], total: 0, has_more: false, first_line: 0, last_line: 0 }
      // In the API, 0 means no line.
      return parser.page({ ...found, limit, after: after === 0 ? null : after, before: before === 0 ? null : before })
    },
    async image({
      line,
      index,
      ...whose
    }: Whose & { readonly line: number; readonly index: number }): Promise<ImageAnswer> {
      const found = conversation(whose)
      return found === null ? null : parser.image({ ...found, line, index })
    },
    async line({ line, ...whose }: Whose & { readonly line: number }): Promise<LineAnswer> {
      const found = conversation(whose)
      return found === null ? null : parser.line({ ...found, line })
    },
    async find({ words, ...whose }: Whose & { readonly words: string }): Promise<FindAnswer> {
      const found = conversation(whose)
      return found === null ? { hits: [], cut: false } : parser.find({ ...found, words })
    },
    /** Returns the file changes of some agents of a session, oldest first. */
    async edits(sessionId: string, agents: readonly (string | null)[]): Promise<readonly SessionEdit[]> {
      const all: SessionEdit[] = []
      for (const agent of agents) {
        const found = conversation({ sessionId, agent })
        if (found === null) continue
        // A long transcript is read in parts, so that other work gets in between.
        let index = await parser.edits(found)
        while (!index.isComplete) index = await parser.edits(found)
        for (const edit of index.edits) all.push({ ...edit, agent })
      }
      return all.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    },
    /** Returns the lines of file changes, in the order of the changes. */
    async hunks(sessionId: string, edits: readonly SessionEdit[], isWhole = false): Promise<HunksAnswer> {
      const byAgent = new Map<string | null, SessionEdit[]>()
      for (const edit of edits) byAgent.set(edit.agent, [...(byAgent.get(edit.agent) ?? []), edit])
      const lines = new Map<SessionEdit, HunksAnswer[number]>()
      for (const [agent, own] of byAgent) {
        const found = conversation({ sessionId, agent })
        const answer = found === null ? [] : await parser.hunks({ ...found, edits: own, isWhole })
        for (const [index, edit] of own.entries()) {
          const part = answer[index]
          if (part !== undefined) lines.set(edit, part)
        }
      }
      return edits.map((edit) => lines.get(edit) ?? { hunks: [], omitted: 0 })
    },
    async *markdown({ toolOutput, ...whose }: Whose & { readonly toolOutput: boolean }): AsyncGenerator<string> {
      const found = conversation(whose)
      if (found !== null) yield* parser.markdown({ ...found, toolOutput })
    },
  }
}
