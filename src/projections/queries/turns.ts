import type { Visibility } from '../../domain/access/visibility.js'
import { turnAt } from '../../domain/session/turns.js'
import type { Instant } from '../../domain/time.js'
import type { PriceBook } from '../pricing/price-book.js'
import type { Reader } from '../sql.js'
import { NO_USAGE, type UsageTotals, usageOfTurns } from './costs.js'
import { Filter } from './filter.js'

/** What an agent did from one prompt of the user to the next one, its subagents included. */
export interface Turn {
  readonly at: Instant
  /** Its last call, reply or event; that of a turn without any is its start. */
  readonly endedAt: Instant
  readonly prompt: string
  /** The line of the transcript with the prompt; null if only a hook reported it. */
  readonly line: number | null
  readonly calls: number
  readonly failures: number
  readonly usage: UsageTotals
}

/** Returns the turns of a session, oldest first. */
export const turnsOf = (db: Reader, visibility: Visibility, book: PriceBook, stream: number): readonly Turn[] => {
  const { where, params } = new Filter(visibility, 'stream').and('stream = ?', stream)
  const prompts = db.all<{ at: Instant; text: string; line: number | null }>(
    `select at, text, line from p_prompt ${where} order by at, id`,
    ...params,
  )
  if (prompts.length === 0) return []
  const starts = prompts.map(({ at }) => at)
  const usage = usageOfTurns(db, visibility, book, stream, starts)
  const turns = prompts.map(({ at }) => ({ calls: 0, failures: 0, endedAt: at }))
  const last = (at: Instant): void => {
    const turn = turns[turnAt(starts, at)]
    if (turn !== undefined) turn.endedAt = Math.max(turn.endedAt, at)
  }
  const calls = db.all<{ from: Instant; to: Instant | null; ok: number | null }>(
    `select coalesce(started_at, ended_at) as "from", ended_at as "to", ok from p_call ${where} and repeats = 0 and tool <> ''
       and coalesce(started_at, ended_at) is not null`,
    ...params,
  )
  for (const { from, to, ok } of calls) {
    const turn = turns[turnAt(starts, from)]
    if (turn === undefined) continue
    turn.calls += 1
    if (to !== null && ok === 0) turn.failures += 1
    last(to ?? from)
  }
  for (const { at } of db.all<{ at: Instant }>(
    `select at from p_event ${where} and type in ('Stop', 'StopFailure', 'Interrupted', 'TurnDuration')`,
    ...params,
  ))
    last(at)
  return prompts.map(({ at, text, line }, i) => {
    const { calls: count = 0, failures = 0, endedAt = at } = turns[i] ?? {}
    return { at, endedAt, prompt: text, line, calls: count, failures, usage: usage[i] ?? NO_USAGE }
  })
}
