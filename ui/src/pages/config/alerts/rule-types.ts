import type { AlertRule } from '../../../api/types.js'
import { count, duration, plural } from '../../../format/format.js'

export type RuleType = AlertRule['rule_type']

interface ConfigField {
  /** Of the configuration. */
  readonly name: string
  readonly label: string
  readonly isNumber?: boolean
  readonly preset?: string
  readonly hint?: string
}

/** The kinds of rules, in the order in which they are offered. */
export const RULE_TYPES: readonly (readonly [RuleType, string])[] = [
  ['event_pattern', 'Certain events happen'],
  ['status_duration', 'An agent stays in one state'],
  ['inactivity', 'A session goes quiet'],
  ['token_threshold', 'A session uses many tokens'],
]

const MINUTES: ConfigField = { name: 'minutes', label: 'For how many minutes', isNumber: true }

/** What each kind asks for, beside the state of an agent. */
export const CONFIG_FIELDS: Readonly<Record<RuleType, readonly ConfigField[]>> = {
  event_pattern: [
    { name: 'event_type', label: 'Kind of event' },
    { name: 'tool_name', label: 'Tool' },
    { name: 'summary_contains', label: 'Words in the summary' },
    { name: 'count', label: 'How many of them', isNumber: true, preset: '1' },
    { name: 'window_minutes', label: 'Within how many minutes', isNumber: true, hint: 'Counts for more than one.' },
  ],
  token_threshold: [{ name: 'total_tokens', label: 'How many tokens', isNumber: true }],
  inactivity: [MINUTES],
  status_duration: [MINUTES],
}

const MINUTE_MS = 60_000
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const minutes = (value: unknown): string => duration(Number(value) * MINUTE_MS)

/** What a rule waits for, in a sentence. */
export function ruleWords({ rule_type, config }: Pick<AlertRule, 'rule_type' | 'config'>): string {
  switch (rule_type) {
    case 'event_pattern':
      return patternWords(config)
    case 'token_threshold':
      return `A session has used ${count(Number(config['total_tokens']))} tokens`
    case 'inactivity':
      return `Nothing has happened in a session for ${minutes(config['minutes'])}`
    default:
      return `An agent has been ${text(config['status'])} for ${minutes(config['minutes'])}`
  }
}

function patternWords(config: AlertRule['config']): string {
  const [kind, tool, words] = [text(config['event_type']), text(config['tool_name']), text(config['summary_contains'])]
  const n = Number(config['count'] ?? 1)
  const what = kind === '' ? (n === 1 ? 'An event' : 'events') : kind
  const of = tool === '' ? '' : ` of ${tool}`
  const saying = words === '' ? '' : ` with “${words}”`
  const often = n === 1 ? '' : ` within ${minutes(config['window_minutes'])}`
  return `${n === 1 ? '' : `${count(n)} `}${what}${of}${saying}${often}`
}

/** How long a rule keeps quiet about the same session or agent, once it has fired. */
export const cooldownWords = (seconds: number): string =>
  seconds === 0 ? 'every time' : `at most once in ${duration(seconds * 1000)} for the same session`

/** `2 rules, 1 of them off`. */
export function rulesWords(rules: readonly AlertRule[]): string {
  const off = rules.filter(({ enabled }) => !enabled).length
  return off === 0 ? plural(rules.length, 'rule') : `${plural(rules.length, 'rule')}, ${off} of them off`
}
