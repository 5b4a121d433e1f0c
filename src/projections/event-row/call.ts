import { textOf } from '../../domain/session/payload.js'
import type { Recorded } from '../../events/envelope.js'
import type { Db } from '../sql.js'

/** The call that an event reports, and whether it reports the start or the result. */
interface Call {
  readonly id: string
  readonly phase: 'pre' | 'post'
}

export const callOf = (event: Recorded): Call | null => {
  if (event.type === 'reply-recorded') {
    const id = event.data.tool?.id ?? null
    return id === null ? null : { id, phase: 'pre' }
  }
  if (event.type === 'tool-result-recorded') return { id: event.data.id, phase: 'post' }
  if (event.type !== 'hook-received') return null
  const id = textOf(event.data.payload, 'tool_use_id')
  if (id === null) return null
  if (event.data.kind === 'PreToolUse') return { id, phase: 'pre' }
  return event.data.kind === 'PostToolUse' || event.data.kind === 'PostToolUseFailure' ? { id, phase: 'post' } : null
}

/** The events that report a call, and the fields that describe its result. */
export interface CallRefs {
  readonly tool: string
  readonly error: string | null
  readonly repeats: number
  readonly hook_pre: number | null
  readonly line_pre: number | null
  readonly line_pre_at: number | null
  readonly hook_post: number | null
  readonly line_post: number | null
  readonly line_post_at: number | null
}

export const refsOf = (db: Db, stream: number, id: string): CallRefs | undefined =>
  db.get<CallRefs>(
    `select tool, error, repeats, hook_pre, line_pre, line_pre_at, hook_post, line_post, line_post_at from p_call
     where stream = ? and id = ?`,
    stream,
    id,
  )

/** Whether a hook or an earlier line already reported what this transcript line says about a call. Such a line adds no row. */
export const isTold = (event: Recorded, call: Call | null, refs: CallRefs | undefined): boolean => {
  if (event.type === 'hook-received' || call === null || refs === undefined) return false
  const [hook, first] = call.phase === 'pre' ? [refs.hook_pre, refs.line_pre] : [refs.hook_post, refs.line_post]
  return hook !== null || (first !== null && first !== event.position)
}

/** Returns the list keys of the transcript lines about a call, as far as they have been read. */
export const linesOf = (refs: CallRefs, phases: readonly Call['phase'][]): readonly Place[] =>
  phases.flatMap((phase) => {
    const [id, at] = phase === 'pre' ? [refs.line_pre, refs.line_pre_at] : [refs.line_post, refs.line_post_at]
    return id === null || at === null ? [] : [{ at: Math.floor(at), id }]
  })

/** The key of a row of the list. */
export interface Place {
  readonly at: number
  readonly id: number
}
