import type { Author } from '../../../domain/access/author.js'
import { isRejection, type Rejection } from '../../../domain/rejection.js'
import { erasableSessions } from '../../../projections/queries/erasable.js'
import { absent } from '../../contract/row-kinds.js'
import type { bulk } from '../../contract/session/bulk.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const resultOf = (id: string, refused: Rejection | undefined) => ({
  id,
  ok: refused === undefined,
  code: refused?.code ?? null,
  message: refused?.message ?? null,
})

export const bulkHandlers = ({ db, sessions, maintenance }: Services): Handlers<keyof typeof bulk> => {
  const pin = async (ids: readonly string[], known: ReadonlySet<string>, pinned: boolean, author: Author) => {
    const results = await Promise.all(
      ids.map(async (id) => resultOf(id, known.has(id) ? await sessions.pin(id, pinned, author) : absent('session'))),
    )
    return { results, deleted: null, erasure: null }
  }
  return {
    'POST /api/sessions/bulk': async ({ body }, { writes, author }) => {
      const ids = [...new Set(body.ids)]
      const rows = new Map(erasableSessions(db, writes, ids).map((row) => [row.id, row]))
      const known = new Set(rows.keys())
      const { action, preview = false } = body
      if (action !== 'delete') {
        if (!preview) return { status: 200, json: await pin(ids, known, action === 'pin', author) }
        const results = ids.map((id) => resultOf(id, known.has(id) ? undefined : absent('session')))
        return { status: 200, json: { results, deleted: null, erasure: null } }
      }
      const done = preview
        ? { outcomes: maintenance.deletable([...known]), erasure: null }
        : await maintenance.deleteSessions([...known], author)
      const deleted = { sessions: 0, events: 0, agents: 0 }
      const results = ids.map((id) => {
        const outcome = known.has(id) ? done.outcomes.get(id) : absent('session')
        const refused = isRejection(outcome) ? outcome : undefined
        const gone = refused === undefined && outcome !== undefined && !isRejection(outcome) ? outcome : rows.get(id)
        if (refused === undefined && gone !== undefined) {
          deleted.sessions++
          deleted.events += gone.events
          deleted.agents += gone.agents
        }
        return resultOf(id, refused)
      })
      return { status: 200, json: { results, deleted, erasure: done.erasure } }
    },
  }
}
