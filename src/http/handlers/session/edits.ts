import { changedFiles, relativePath } from '../../../domain/edits/changed-files.js'
import type { Hunk } from '../../../domain/edits/hunk.js'
import { iso } from '../../../domain/time.js'
import { editingAgents } from '../../../projections/queries/editing-agents.js'
import { sessionById } from '../../../projections/queries/sessions.js'
import type { edits } from '../../contract/session/edits.js'
import { absent } from '../../contract/row-kinds.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'
import { agentIn, mainAgentId } from './agent-in.js'
import { conversationReader } from './conversation-reader.js'

export const editHandlers = (services: Services): Handlers<keyof typeof edits> => {
  const { db, book, isAlive, conversations } = services
  const reader = conversationReader(services)
  return {
    'GET /api/sessions/:id/files': async ({ params }, { reads, row: stream }) => {
      const found = sessionById({ db, book: book(), isAlive }, reads, params.id)
      const cwd = found?.session.cwd ?? null
      const all = await conversations.edits(params.id, editingAgents(db, reads, stream))
      return { status: 200, json: changedFiles(all.map((edit) => ({ ...edit, path: relativePath(cwd, edit.path) }))) }
    },
    'GET /api/sessions/:id/edits': async ({ params, query }, { reads, row: stream }) => {
      const { limit, offset, path } = query
      const found = sessionById({ db, book: book(), isAlive }, reads, params.id)
      const cwd = found?.session.cwd ?? null
      const all = await conversations.edits(params.id, editingAgents(db, reads, stream))
      const matching =
        path === undefined ? all : all.filter((edit) => edit.path === path || relativePath(cwd, edit.path) === path)
      const page = matching.slice(offset, offset + limit)
      const lines = await conversations.hunks(params.id, page)
      const json = page.map((edit, index) => ({
        call_id: edit.call,
        tool: edit.tool,
        path: relativePath(cwd, edit.path),
        state: edit.state,
        at: iso(edit.at),
        agent_id: edit.agent ?? mainAgentId(params.id),
        line: edit.line,
        added: edit.added,
        removed: edit.removed,
        hunks: edit.state === 'failed' ? [] : (lines[index]?.hunks ?? []).map(hunkShape),
        omitted_lines: edit.state === 'failed' ? 0 : (lines[index]?.omitted ?? 0),
        failure: edit.failure,
      }))
      return { status: 200, json: { edits: json, total: matching.length, limit, offset } }
    },
    'GET /api/sessions/:id/conversation.md': ({ params, query }, { reads, row: stream }) => {
      const found = sessionById({ db, book: book(), isAlive }, reads, params.id)
      if (found === undefined) return absent('session')
      const { name } = found.session
      const asked = { sessionId: params.id, stream, agent: agentIn(query.agent_id, params.id) }
      const parts = reader.markdown(reads, asked, query.tool_output)
      return {
        status: 200,
        content: withHeading(name ?? params.id, found.session, parts),
        headers: { 'content-disposition': `attachment; filename="${fileName(name ?? params.id)}.md"` },
      }
    },
  }
}

const hunkShape = ({ oldStart, newStart, lines }: Hunk) => ({ old_start: oldStart, new_start: newStart, lines })

/** Returns a name that needs no quoting in a header or on a file system. */
const fileName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'conversation'

async function* withHeading(
  name: string,
  session: { readonly id: string; readonly cwd: string | null; readonly model: string | null },
  parts: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const facts = [
    `Session: ${session.id}`,
    ...(session.cwd === null ? [] : [`Directory: ${session.cwd}`]),
    ...(session.model === null ? [] : [`Model: ${session.model}`]),
  ]
  yield encoder.encode(`# ${name.replace(/\s+/g, ' ')}\n\n${facts.map((fact) => `- ${fact}\n`).join('')}\n`)
  for await (const part of parts) yield encoder.encode(part)
}
