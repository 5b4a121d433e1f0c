import { CALL_EVENTS, type CallCursor, callsAt, listCalls, openCalls } from '../../../projections/queries/calls.js'
import { directoriesOf } from '../../../projections/queries/project-directories.js'
import type { calls } from '../../contract/session/calls.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/
const OFFSET = /^\+(\d{1,9})$/

/** Reads the place after which a page starts; null for the first page and for any other text. */
const cursorIn = (text: string | undefined): CallCursor | null => {
  const [, at, id] = CURSOR.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id: Number(id) }
}

export const callHandlers = ({ db, side }: Services): Handlers<keyof typeof calls> => ({
  'GET /api/sessions/:id/strip': async ({ params }, { reads, row: stream }) => ({
    status: 200,
    json: await side.strip(reads, stream, params.id),
  }),
  'GET /api/calls': async ({ query }, { reads }) => {
    const { q, limit } = query
    const asked = { ...query, cwd: directoriesOf(db, reads, query.cwd), before: cursorIn(query.before) }
    if (q === undefined) {
      const open = query.before === undefined ? openCalls(db, reads, asked) : []
      const { calls, next } = listCalls(db, reads, asked)
      return { status: 200, json: { open, calls, next: next === null ? null : `${next.at}.${next.id}` } }
    }
    // The search finds events; a page of them may report fewer calls.
    const offset = Number(OFFSET.exec(query.before ?? '')?.[1] ?? 0)
    const event_type = query.failed ? ['PostToolUseFailure'] : [...CALL_EVENTS]
    const found = await side.find(reads, { ...query, q, offset, event_type })
    const places = found.events.map((event) => ({ at: Date.parse(event.created_at), id: event.id }))
    const calls = callsAt(db, reads, places)
    return { status: 200, json: { open: [], calls, next: places.length < limit ? null : `+${offset + limit}` } }
  },
})
