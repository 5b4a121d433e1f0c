import { isText, short } from '../text.js'
import { type Instant, isInstant } from '../time.js'

/** How much of a rate limit window of the plan is used. */
export interface Window {
  readonly usedPercent: number
  /** When the window resets; null if the CLI does not say. */
  readonly resetsAt: Instant | null
}

/** The newest status line input of a session. */
export interface StatusReading {
  readonly session: string
  readonly at: Instant
  readonly model: string | null
  readonly context: { readonly usedPercent: number | null; readonly size: number | null; readonly over200k: boolean }
  readonly fiveHour: Window | null
  readonly sevenDay: Window | null
}

type Json = Readonly<Record<string, unknown>>

const NAME = 200
const LONGEST_ID = 200
/** A larger number is a time in milliseconds, a smaller one in seconds. */
const SECONDS = 1e11

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

const percentOf = (value: unknown): number | null => {
  const percent = numberOf(value)
  return percent === null ? null : Math.min(100, Math.max(0, percent))
}

const instantOf = (value: unknown): Instant | null => {
  const at =
    typeof value === 'string' ? Date.parse(value) : Number(numberOf(value)) * (Number(value) < SECONDS ? 1000 : 1)
  return isInstant(at) && at > 0 ? at : null
}

const windowOf = (value: unknown): Window | null => {
  const { used_percentage, resets_at } = objectOf(value)
  const usedPercent = percentOf(used_percentage)
  return usedPercent === null ? null : { usedPercent, resetsAt: instantOf(resets_at) }
}

/**
 * Parses the JSON that Claude Code passes to a status line command; null without a session. Any member may be missing or null.
 */
export const readStatus = (given: unknown, at: Instant): StatusReading | null => {
  const { session_id, model, context_window, exceeds_200k_tokens, rate_limits } = objectOf(given)
  if (!isText(session_id) || session_id.length > LONGEST_ID) return null
  const { display_name, id } = objectOf(model)
  const name = isText(display_name) ? display_name : id
  const { used_percentage, context_window_size } = objectOf(context_window)
  const { five_hour, seven_day } = objectOf(rate_limits)
  const size = numberOf(context_window_size)
  return {
    session: session_id,
    at,
    model: isText(name) ? short(name, NAME) : null,
    context: {
      usedPercent: percentOf(used_percentage),
      size: size === null || size < 0 ? null : Math.round(size),
      over200k: exceeds_200k_tokens === true,
    },
    fiveHour: windowOf(five_hour),
    sevenDay: windowOf(seven_day),
  }
}

const whole = (percent: number | null | undefined): number | null => (percent == null ? null : Math.floor(percent))

/** Returns the values that clients see, in whole percent: a smaller change is not worth a message. */
const told = ({ model, context, fiveHour, sevenDay }: StatusReading): readonly unknown[] => [
  model,
  whole(context.usedPercent),
  context.size,
  context.over200k,
  whole(fiveHour?.usedPercent),
  fiveHour?.resetsAt ?? null,
  whole(sevenDay?.usedPercent),
  sevenDay?.resetsAt ?? null,
]

/** Whether a reading differs visibly from the one before. */
export const isNews = (before: StatusReading | undefined, now: StatusReading): boolean => {
  if (before === undefined) return true
  const [old, fresh] = [told(before), told(now)]
  return fresh.some((value, i) => value !== old[i])
}

/**
 * Merges a reading with the one before. Rate limits arrive with the model's answers: until a new process of the session has some,
 * the last ones apply.
 */
export const after = (before: StatusReading | undefined, now: StatusReading): StatusReading => ({
  ...now,
  fiveHour: now.fiveHour ?? before?.fiveHour ?? null,
  sevenDay: now.sevenDay ?? before?.sevenDay ?? null,
})

/** Returns the window at a point in time; null once it has reset, because its use is then unknown. */
export const current = (window: Window | null, now: Instant): Window | null =>
  window === null || (window.resetsAt !== null && window.resetsAt <= now) ? null : window
