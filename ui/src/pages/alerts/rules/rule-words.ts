import type { Alert, AlertRule, Budget } from '../../../api/types.js'
import { count, duration, lastPart, usd } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import { draftOfRule, type Draft } from './draft.js'

const MINUTE_MS = 60_000
const minutes = (value: string): string => duration(Number(value) * MINUTE_MS)

/** Returns the trigger of a rule in one line: "PermissionRequest, Bash · shop · cooldown 15 min". */
export function ruleWords(rule: AlertRule): string {
  const draft = draftOfRule(rule)
  const cooldown = rule.cooldown_seconds === 0 ? [] : [t('alerts:rule.cooldown', { time: minutes(draft.cooldown) })]
  const scope = draft.scope === 'all' ? [t('alerts:form.scope.all')] : []
  return [conditionWords(draft), ...scope, ...projectWords(draft.projects), ...cooldown].join(' · ')
}

function conditionWords(draft: Draft): string {
  const time = minutes(draft.minutes)
  switch (draft.trigger) {
    case 'event':
      return eventWords(draft)
    case 'waiting':
      return t('alerts:rule.waiting', { time })
    case 'cost':
      return t('alerts:rule.cost', { cost: usd(Number(draft.usd)) })
    case 'context':
    case 'limit':
      return t(`alerts:rule.${draft.trigger}`, { percent: Number(draft.percent) })
    case 'tokens':
      return t('alerts:rule.tokens', { tokens: count(Number(draft.tokens)) })
    case 'silence':
      return t('alerts:rule.silence', { time })
    default:
      return t(`alerts:rule.state.${draft.state}`, { time })
  }
}

function eventWords({ eventType, tool, text, count: many, within }: Draft): string {
  const parts = [eventType, tool, text === '' ? '' : t('alerts:rule.contains', { text })].filter((part) => part !== '')
  const what = parts.join(', ')
  return Number(many) === 1 ? what : t('alerts:rule.several', { what, count: Number(many), time: minutes(within) })
}

const projectWords = (projects: readonly string[]): readonly string[] =>
  projects.length === 0 ? [] : [projects.map(lastPart).join(', ')]

/** Returns the limit of a budget: "$600.00 per month · shop". */
export const budgetWords = ({ amount_usd, period, cwd, pauses_starts }: Budget): string =>
  [
    t(`alerts:budget.limit.${period}`, { amount: usd(amount_usd) }),
    ...projectWords(cwd === null ? [] : [cwd]),
    ...(pauses_starts ? [t('alerts:budget.pauses')] : []),
  ].join(' · ')

const quoted = ({ message, rule_name }: Alert): string =>
  message.startsWith(`${rule_name}: `) ? message.slice(rule_name.length + 2) : message

/** Returns what triggered an alert: the value in short, or else the text that the rule quotes. */
export const findingOf = (alert: Alert): string => valueOf(alert) ?? quoted(alert)

function valueOf({ details, rule_type }: Alert): string | undefined {
  const found = JSON.parse(details) as Readonly<Record<string, unknown>>
  const number = (name: string): number => Number(found[name])
  switch (rule_type) {
    case 'cost':
      return usd(number('usd'))
    case 'budget':
      return t('alerts:value.budget', {
        spent: usd(number('spent_usd')),
        amount: usd(number('amount_usd')),
        percent: number('percent'),
      })
    case 'context':
      return t('alerts:value.context', { percent: Math.floor(number('percent')) })
    case 'waiting':
    case 'inactivity':
    case 'status_duration':
      return duration(number('minutes') * MINUTE_MS)
    case 'token_threshold':
      return t('alerts:value.tokens', { tokens: count(number('total_tokens')) })
    default:
      return undefined
  }
}
