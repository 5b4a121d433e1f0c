import { amountOf, fields, type Fields, idOf, isFields, textOf } from '../../json.js'
import type { Fact, LimitWindow } from '../facts.js'
import { factOf, type Origin } from '../reducer.js'
import type { CodexState } from './state.js'

const NAME_MAX = 100
/** Codex has two, a short one and a long one. */
const WINDOWS = ['primary', 'secondary'] as const
/** Limits of one rollout that are compared with what they were. */
const MOST_LIMITS = 20
const FULL = 100

const windowOf = (value: unknown): LimitWindow | null => {
  const { used_percent: used, window_minutes: window, resets_at: resets } = fields(value)
  const [usedPercent, minutes, seconds] = [amountOf(used), amountOf(window), amountOf(resets)]
  if (usedPercent === null || minutes === null || minutes === 0) return null
  return { minutes, usedPercent: Math.min(FULL, usedPercent), resetsAt: seconds === null ? null : seconds * 1000 }
}

/** Returns the limits of the plan that a token_count names, if one of them has changed by a whole percent since the last. */
export function limitFacts(state: CodexState, payload: Fields, origin: Origin): Fact[] {
  const limits = payload['rate_limits']
  // A fork starts with copies of older lines.
  if (!isFields(limits) || (state.replay !== null && !state.replay.over)) return []
  const windows = WINDOWS.flatMap((name) => windowOf(limits[name]) ?? [])
  if (windows.length === 0) return []
  const limit = idOf(limits['limit_id']) ?? 'codex'
  const shown = JSON.stringify(
    windows.map(({ minutes, usedPercent, resetsAt }) => [minutes, Math.floor(usedPercent), resetsAt]),
  )
  const before = new Map(state.limits)
  if (before.get(limit) === shown) return []
  before.delete(limit)
  state.limits = [...before, [limit, shown] as const].slice(-MOST_LIMITS)
  const data = {
    limit,
    name: textOf(limits['limit_name'], NAME_MAX),
    plan: textOf(limits['plan_type'], NAME_MAX),
    windows,
  }
  return [factOf('limits-reported', origin, 0, data)]
}
