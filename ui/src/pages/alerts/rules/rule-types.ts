import type { AlertRule } from '../../../api/types.js'
import { count, duration } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import type { Words } from '../../../i18n/namespaces.js'

export type RuleType = AlertRule['rule_type']
/** The condition of a rule of any kind, as stored or entered. */
export type RuleConfig = Readonly<Record<string, unknown>>

interface ConfigField {
  /** Of the configuration. */
  readonly name: keyof Words['alerts']['rules']['field']
  readonly isNumber?: boolean
  readonly preset?: string
  readonly hint?: 'windowHint'
}

/** The kinds of rules, in the order in which they are offered. */
export const RULE_TYPES: readonly RuleType[] = ['event_pattern', 'status_duration', 'inactivity', 'token_threshold']

const MINUTES: ConfigField = { name: 'minutes', isNumber: true }

/** What each kind asks for, beside the state of an agent. */
export const CONFIG_FIELDS: Readonly<Record<RuleType, readonly ConfigField[]>> = {
  event_pattern: [
    { name: 'event_type' },
    { name: 'tool_name' },
    { name: 'summary_contains' },
    { name: 'count', isNumber: true, preset: '1' },
    { name: 'window_minutes', isNumber: true, hint: 'windowHint' },
  ],
  token_threshold: [{ name: 'total_tokens', isNumber: true }],
  inactivity: [MINUTES],
  status_duration: [MINUTES],
  waiting: [MINUTES],
  cost: [],
  context: [],
}

/** The state that a rule watches an agent in. */
export const stateOf = (config: RuleConfig): keyof Words['alerts']['rules']['states'] =>
  config['status'] === 'working' ? 'working' : 'waiting'

const MINUTE_MS = 60_000
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const minutes = (value: unknown): string => duration(Number(value) * MINUTE_MS)

/** What a rule waits for, in a sentence. */
export function ruleWords({ rule_type, config }: { rule_type: RuleType; config: RuleConfig }): string {
  switch (rule_type) {
    case 'event_pattern':
      return patternWords(config)
    case 'token_threshold':
      return t('alerts:rules.waitsFor.tokens', { tokens: count(Number(config['total_tokens'])) })
    case 'inactivity':
      return t('alerts:rules.waitsFor.quiet', { time: minutes(config['minutes']) })
    default:
      return t(`alerts:rules.waitsFor.${stateOf(config)}`, { time: minutes(config['minutes']) })
  }
}

function patternWords(config: RuleConfig): string {
  const [kind, tool, words] = [text(config['event_type']), text(config['tool_name']), text(config['summary_contains'])]
  const n = Number(config['count'] ?? 1)
  const many = { count: n, many: count(n) }
  let events = kind === '' ? t('alerts:rules.event', many) : t('alerts:rules.kind', { ...many, kind })
  if (tool !== '') events = t('alerts:rules.ofTool', { events, tool })
  if (words !== '') events = t('alerts:rules.with', { events, words })
  return n === 1 ? events : t('alerts:rules.within', { events, time: minutes(config['window_minutes']) })
}

/** How long a rule keeps quiet about the same session or agent, once it has fired. */
export const cooldownWords = (seconds: number): string =>
  seconds === 0 ? t('alerts:rules.always') : t('alerts:rules.atMost', { time: duration(seconds * 1000) })

/** `2 rules, 1 of them off`. */
export function rulesWords(rules: readonly AlertRule[]): string {
  const off = rules.filter(({ enabled }) => !enabled).length
  return off === 0
    ? t('alerts:rules.many', { count: rules.length })
    : t('alerts:rules.manyOff', { count: rules.length, off })
}
