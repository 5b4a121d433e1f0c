import { reject, type Rejection } from '../rejection.js'

/** Fires on hooks that match, either on each one or when `count` of them happen within a window. */
export interface EventPattern {
  readonly event_type?: string
  readonly tool_name?: string
  /** Substring of the summary, case-insensitive. */
  readonly summary_contains?: string
  readonly count: number
  /** The length of the window in minutes. Only set when `count` is above one. */
  readonly window_minutes?: number
}

/** The condition of a rule, by rule type. */
export type AlertCondition =
  | { readonly type: 'event_pattern'; readonly config: EventPattern }
  | { readonly type: 'token_threshold'; readonly config: { readonly total_tokens: number } }
  | { readonly type: 'inactivity'; readonly config: { readonly minutes: number } }
  | {
      readonly type: 'status_duration'
      readonly config: { readonly status: 'working' | 'waiting'; readonly minutes: number }
    }

export type AlertRuleType = AlertCondition['type']
export const ALERT_RULE_TYPES = ['event_pattern', 'token_threshold', 'inactivity', 'status_duration'] as const

const MAX_TEXT = 500
const DEFAULT_WINDOW = 5
// One year. A longer time is a mistake and would leave the range of valid dates.
const MAX_MINUTES = 525_600

type Members = Readonly<Record<string, unknown>>
class Wrong {
  constructor(
    readonly field: string,
    readonly message: string,
  ) {}
}

/** Reads the configuration of a rule and fills in defaults. A rejection names the invalid field. */
export const readCondition = (type: AlertRuleType, config: Members): AlertCondition | Rejection<'INVALID_INPUT'> => {
  try {
    return conditionOf(type, config)
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    const field = `config.${error.field}`
    return reject('INVALID_INPUT', `${field}: ${error.message}`, { fields: { field } })
  }
}

const conditionOf = (type: AlertRuleType, config: Members): AlertCondition => {
  switch (type) {
    case 'event_pattern':
      return { type, config: patternOf(config) }
    case 'token_threshold':
      return { type, config: { total_tokens: whole(config, 'total_tokens') } }
    case 'inactivity':
      return { type, config: { minutes: minutes(config, 'minutes') } }
    default:
      return { type, config: { status: statusOf(config), minutes: minutes(config, 'minutes') } }
  }
}

const PATTERN_TEXTS = ['event_type', 'tool_name', 'summary_contains'] as const

const patternOf = (config: Members): EventPattern => {
  const texts: { [K in (typeof PATTERN_TEXTS)[number]]?: string } = {}
  for (const name of PATTERN_TEXTS) if (config[name] != null) texts[name] = words(config, name)
  if (Object.keys(texts).length === 0) {
    throw new Wrong('event_type', `one of ${PATTERN_TEXTS.join(', ')} is required`)
  }
  const count = config.count == null ? 1 : whole(config, 'count')
  if (count === 1) return { ...texts, count }
  const window = config.window_minutes == null ? DEFAULT_WINDOW : minutes(config, 'window_minutes')
  return { ...texts, count, window_minutes: window }
}

const words = (config: Members, name: string): string => {
  const value = config[name]
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > MAX_TEXT) throw new Wrong(name, `must be a string of 1 to ${MAX_TEXT} characters`)
  return text
}

const whole = (config: Members, name: string): number => {
  const value = config[name]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new Wrong(name, 'must be a whole number above zero')
}

const minutes = (config: Members, name: string): number => {
  const value = config[name]
  if (typeof value === 'number' && value > 0 && value <= MAX_MINUTES) return value
  throw new Wrong(name, `must be a number above zero, at most ${MAX_MINUTES}`)
}

const statusOf = ({ status }: Members): 'working' | 'waiting' => {
  if (status === 'working' || status === 'waiting') return status
  throw new Wrong('status', 'must be working or waiting')
}
