import type { AlertRule, Budget } from '../../../api/types.js'

/** What triggers a rule. The form offers the first five; the others come from rules that were created elsewhere. */
export type Trigger = 'event' | 'waiting' | 'cost' | 'context' | 'limit' | 'tokens' | 'silence' | 'state'
export const TRIGGERS = ['event', 'waiting', 'cost', 'context', 'limit'] as const satisfies readonly Trigger[]

/** The period of a limit on cost: one session, or a budget. */
export type Per = 'session' | Budget['period']
export const PERIODS = ['session', 'day', 'week', 'month'] as const satisfies readonly Per[]

/** A rule or a budget as it is entered: every number is still text. */
export interface Draft {
  /** Null for a new one. */
  readonly id: string | null
  readonly trigger: Trigger
  readonly name: string
  readonly projects: readonly string[]
  /** Whose sessions are watched, which staff choose. */
  readonly scope: AlertRule['scope']
  readonly eventType: string
  readonly tool: string
  readonly text: string
  readonly count: string
  readonly within: string
  readonly minutes: string
  readonly usd: string
  readonly per: Per
  readonly alertAt: readonly Budget['alert_at'][number][]
  readonly pausesStarts: boolean
  readonly percent: string
  readonly tokens: string
  readonly state: 'working' | 'waiting'
  /** Minutes. */
  readonly cooldown: string
}

export const NEW_DRAFT: Draft = {
  id: null,
  trigger: 'event',
  name: '',
  projects: [],
  scope: 'own',
  eventType: '',
  tool: '',
  text: '',
  count: '1',
  within: '10',
  minutes: '10',
  usd: '',
  per: 'session',
  alertAt: [50, 80, 100],
  pausesStarts: false,
  percent: '90',
  tokens: '',
  state: 'waiting',
  cooldown: '15',
}

export const isBudget = ({ trigger, per }: Pick<Draft, 'trigger' | 'per'>): boolean =>
  trigger === 'cost' && per !== 'session'

const MINUTE_S = 60
const text = (value: number | undefined): string => (value === undefined ? '' : String(value))

const TRIGGER_OF: Readonly<Record<AlertRule['rule_type'], Trigger>> = {
  event_pattern: 'event',
  waiting: 'waiting',
  cost: 'cost',
  context: 'context',
  limit: 'limit',
  token_threshold: 'tokens',
  inactivity: 'silence',
  status_duration: 'state',
}

/** The members of the configurations of all types. */
interface AnyConfig {
  readonly projects?: readonly string[]
  readonly event_type?: string
  readonly tool_name?: string
  readonly summary_contains?: string
  readonly count?: number
  readonly window_minutes?: number
  readonly minutes?: number
  readonly usd?: number
  readonly percent?: number
  readonly total_tokens?: number
  readonly status?: 'working' | 'waiting'
}

/** Returns a stored rule as a draft. */
export function draftOfRule({ id, name, rule_type, config, cooldown_seconds, scope }: AlertRule): Draft {
  const stored = config as AnyConfig
  return {
    ...NEW_DRAFT,
    id,
    name,
    trigger: TRIGGER_OF[rule_type],
    projects: stored.projects ?? [],
    scope,
    eventType: stored.event_type ?? '',
    tool: stored.tool_name ?? '',
    text: stored.summary_contains ?? '',
    count: text(stored.count ?? 1),
    within: text(stored.window_minutes ?? Number(NEW_DRAFT.within)),
    minutes: text(stored.minutes ?? Number(NEW_DRAFT.minutes)),
    usd: text(stored.usd),
    percent: text(stored.percent ?? Number(NEW_DRAFT.percent)),
    tokens: text(stored.total_tokens),
    state: stored.status ?? 'waiting',
    cooldown: text(cooldown_seconds / MINUTE_S),
  }
}

/** Returns a stored budget as a draft. */
export const draftOfBudget = ({ id, name, cwd, amount_usd, period, alert_at, pauses_starts }: Budget): Draft => ({
  ...NEW_DRAFT,
  id,
  name,
  trigger: 'cost',
  projects: cwd === null ? [] : [cwd],
  usd: text(amount_usd),
  per: period,
  alertAt: alert_at,
  pausesStarts: pauses_starts,
})

/** Reads a number with a point or a comma; NaN for anything else. */
export const numberIn = (entered: string): number => {
  const trimmed = entered.trim().replace(',', '.')
  return trimmed === '' ? Number.NaN : Number(trimmed)
}

/** The fields that can be wrong. */
export type DraftField =
  | 'name'
  | 'eventType'
  | 'count'
  | 'within'
  | 'minutes'
  | 'usd'
  | 'percent'
  | 'tokens'
  | 'cooldown'

const YEAR_MINUTES = 525_600
const isMinutes = (entered: string): boolean => numberIn(entered) > 0 && numberIn(entered) <= YEAR_MINUTES
const isShare = (entered: string): boolean => numberIn(entered) >= 1 && numberIn(entered) <= 100
const isWhole = (entered: string): boolean => Number.isInteger(numberIn(entered)) && numberIn(entered) > 0

/** Returns every field that is wrong, in the order of the form. */
export function wrongIn(draft: Draft): readonly DraftField[] {
  const { trigger, count, cooldown } = draft
  const needs: readonly (readonly [DraftField, boolean])[] = [
    ['name', draft.name.trim() !== ''],
    ...fieldsOf(draft),
    ...(trigger === 'event' && isWhole(count) && numberIn(count) > 1
      ? ([['within', isMinutes(draft.within)]] as const)
      : []),
    ['cooldown', isBudget(draft) || (numberIn(cooldown) >= 0 && numberIn(cooldown) <= YEAR_MINUTES)],
  ]
  return needs.flatMap(([field, isFine]) => (isFine ? [] : [field]))
}

function fieldsOf({ trigger, eventType, tool, text: words, count, minutes, usd, percent, tokens }: Draft) {
  const fields: Readonly<Record<Trigger, readonly (readonly [DraftField, boolean])[]>> = {
    event: [
      ['eventType', [eventType, tool, words].some((value) => value.trim() !== '')],
      ['count', isWhole(count)],
    ],
    waiting: [['minutes', isMinutes(minutes)]],
    silence: [['minutes', isMinutes(minutes)]],
    state: [['minutes', isMinutes(minutes)]],
    cost: [['usd', numberIn(usd) >= 0.01 && numberIn(usd) <= 1e6]],
    context: [['percent', isShare(percent)]],
    limit: [['percent', isShare(percent)]],
    tokens: [['tokens', isWhole(tokens)]],
  }
  return fields[trigger]
}

const given = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })

/** Returns the type and the configuration of a draft that is not a budget. */
export function conditionOf(draft: Draft): { readonly rule_type: AlertRule['rule_type']; readonly config: object } {
  const { trigger, projects } = draft
  const limits = projects.length === 0 ? {} : { projects }
  const minutes = numberIn(draft.minutes)
  switch (trigger) {
    case 'event': {
      const count = numberIn(draft.count)
      const config = {
        ...given('event_type', draft.eventType),
        ...given('tool_name', draft.tool),
        ...given('summary_contains', draft.text),
        count,
        ...(count > 1 ? { window_minutes: numberIn(draft.within) } : {}),
      }
      return { rule_type: 'event_pattern', config: { ...config, ...limits } }
    }
    case 'waiting':
      return { rule_type: 'waiting', config: { minutes, ...limits } }
    case 'silence':
      return { rule_type: 'inactivity', config: { minutes, ...limits } }
    case 'state':
      return { rule_type: 'status_duration', config: { status: draft.state, minutes, ...limits } }
    case 'cost':
      return { rule_type: 'cost', config: { usd: numberIn(draft.usd), ...limits } }
    case 'context':
    case 'limit':
      return { rule_type: trigger, config: { percent: numberIn(draft.percent), ...limits } }
    default:
      return { rule_type: 'token_threshold', config: { total_tokens: numberIn(draft.tokens), ...limits } }
  }
}

/** Returns the cooldown of a draft in seconds. */
export const cooldownOf = ({ cooldown }: Draft): number => Math.round(numberIn(cooldown) * MINUTE_S)
