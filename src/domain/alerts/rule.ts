import { reject, type Rejection } from '../rejection.js'

/** What every rule can be limited to. */
interface Limited {
  /** Working directories; absent means all. */
  readonly projects?: readonly string[]
}

/** Fires on hooks that match, either on each one or when `count` of them happen within a window. */
export interface EventPattern extends Limited {
  readonly event_type?: string
  /** The name of a tool; `*` matches any characters. */
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
  | { readonly type: 'token_threshold'; readonly config: Limited & { readonly total_tokens: number } }
  | { readonly type: 'inactivity'; readonly config: Limited & { readonly minutes: number } }
  | {
      readonly type: 'status_duration'
      readonly config: Limited & { readonly status: 'working' | 'waiting'; readonly minutes: number }
    }
  /** A session that needs the user has waited this long. */
  | { readonly type: 'waiting'; readonly config: Limited & { readonly minutes: number } }
  /** A session has cost more than this, its subagents included. */
  | { readonly type: 'cost'; readonly config: Limited & { readonly usd: number } }
  /** The context of an open session is fuller than this share of its window. */
  | { readonly type: 'context'; readonly config: Limited & { readonly percent: number } }
  /** A limit of a plan is used by more than this share of one of its windows. */
  | { readonly type: 'limit'; readonly config: Limited & { readonly percent: number } }

/** Whose rows a rule watches: its owner's, or for staff those of everybody. */
export const ALERT_SCOPES = ['own', 'all'] as const
export type AlertScope = (typeof ALERT_SCOPES)[number]

export type AlertRuleType = AlertCondition['type']
export const ALERT_RULE_TYPES = [
  'event_pattern',
  'token_threshold',
  'inactivity',
  'status_duration',
  'waiting',
  'cost',
  'context',
  'limit',
] as const

/**
 * Whether an alert replaces an open one of the same rule about the same thing. Alerts about a state or a sum do. Each alert about
 * an event stands for other events.
 */
export const isReplacing = (type: AlertRuleType | 'budget'): boolean => type !== 'event_pattern'

const MAX_TEXT = 500
const DEFAULT_WINDOW = 5
// One year. A longer time is a mistake and would leave the range of valid dates.
const MAX_MINUTES = 525_600
const MAX_USD = 1e6
const MAX_PROJECTS = 50
const MAX_PATH = 4096

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
  const limits = limitsOf(config)
  switch (type) {
    case 'event_pattern':
      return { type, config: { ...patternOf(config), ...limits } }
    case 'token_threshold':
      return { type, config: { total_tokens: whole(config, 'total_tokens'), ...limits } }
    case 'inactivity':
    case 'waiting':
      return { type, config: { minutes: minutes(config, 'minutes'), ...limits } }
    case 'cost':
      return { type, config: { usd: between(config, 'usd', 0.01, MAX_USD), ...limits } }
    case 'context':
    case 'limit':
      return { type, config: { percent: between(config, 'percent', 1, 100), ...limits } }
    default:
      return { type, config: { status: statusOf(config), minutes: minutes(config, 'minutes'), ...limits } }
  }
}

const limitsOf = ({ projects }: Members): Limited => {
  if (projects == null) return {}
  const isPath = (path: unknown): path is string => typeof path === 'string' && path !== '' && path.length <= MAX_PATH
  if (!Array.isArray(projects) || projects.length > MAX_PROJECTS || !projects.every(isPath)) {
    throw new Wrong('projects', `must be a list of at most ${MAX_PROJECTS} directories`)
  }
  return projects.length === 0 ? {} : { projects: [...new Set(projects)] }
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

const between = (config: Members, name: string, least: number, most: number): number => {
  const value = config[name]
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new Wrong(name, `must be a number from ${least} to ${most}`)
}

const statusOf = ({ status }: Members): 'working' | 'waiting' => {
  if (status === 'working' || status === 'waiting') return status
  throw new Wrong('status', 'must be working or waiting')
}
