import type { IndexedEdit } from '../../../commands/ports/transcripts.js'
import { changedFiles, relativePath } from '../../../domain/edits/changed-files.js'
import { toUsd } from '../../../domain/pricing/cost.js'
import { turnAt } from '../../../domain/session/turns.js'
import { iso } from '../../../domain/time.js'
import { editingAgents } from '../../../projections/queries/editing-agents.js'
import { sessionById } from '../../../projections/queries/sessions.js'
import type { turns } from '../../contract/session/turns.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const turnHandlers = ({ db, book, isAlive, side, conversations }: Services): Handlers<keyof typeof turns> => ({
  'GET /api/sessions/:id/turns': async ({ params }, { reads, row: stream }) => {
    const found = await side.turns(reads, stream)
    if (found.length === 0) return { status: 200, json: { turns: [] } }
    const cwd = sessionById({ db, book: book(), isAlive }, reads, params.id)?.session.cwd ?? null
    const starts = found.map(({ at }) => at)
    const edits = await conversations.edits(params.id, editingAgents(db, reads, stream))
    const changes: (IndexedEdit & { agent: string | null })[][] = found.map(() => [])
    for (const edit of edits)
      changes[turnAt(starts, edit.at ?? 0)]?.push({ ...edit, path: relativePath(cwd, edit.path) })
    const json = found.map(({ at, endedAt, prompt, line, calls, failures, usage }, i) => {
      const { files } = changedFiles(changes[i] ?? [])
      return {
        number: i + 1,
        prompt,
        at: iso(at),
        ended_at: iso(endedAt),
        line,
        calls,
        failures,
        cost: toUsd(usage.cost),
        unpriced: usage.unpriced,
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        cache_read_tokens: usage.cache_read_tokens,
        cache_write_tokens: usage.cache_write_tokens,
        files: files.filter((file) => file.edits > 0).map(({ path, added, removed }) => ({ path, added, removed })),
      }
    })
    return { status: 200, json: { turns: json } }
  },
})
