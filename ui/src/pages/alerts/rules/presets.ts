import type { AlertRule, Budget } from '../../../api/types.js'
import type { Words } from '../../../i18n/namespaces.js'
import { type Draft, NEW_DRAFT } from './draft.js'

/** A rule that many users want. */
interface Preset {
  readonly key: keyof Words['alerts']['presets']
  readonly draft: Partial<Draft>
  /** Whether there is a rule or a budget like it. */
  readonly isUsed: (rules: readonly AlertRule[], budgets: readonly Budget[]) => boolean
}

const ofType =
  (type: AlertRule['rule_type']) =>
  (rules: readonly AlertRule[]): boolean =>
    rules.some(({ rule_type }) => rule_type === type)
const onEvent =
  (eventType: string) =>
  (rules: readonly AlertRule[]): boolean =>
    rules.some(({ rule_type, config }) => rule_type === 'event_pattern' && Object.values(config).includes(eventType))

/** In the order in which they are offered. */
export const PRESETS: readonly Preset[] = [
  {
    key: 'permission',
    draft: { trigger: 'event', eventType: 'PermissionRequest', cooldown: '1' },
    isUsed: onEvent('PermissionRequest'),
  },
  {
    key: 'failure',
    draft: { trigger: 'event', eventType: 'StopFailure', cooldown: '1' },
    isUsed: onEvent('StopFailure'),
  },
  { key: 'waiting', draft: { trigger: 'waiting', minutes: '10', cooldown: '60' }, isUsed: ofType('waiting') },
  { key: 'cost', draft: { trigger: 'cost', usd: '5', cooldown: '60' }, isUsed: ofType('cost') },
  {
    key: 'budget',
    draft: { trigger: 'cost', per: 'day', usd: '' },
    isUsed: (_rules, budgets) => budgets.some(({ period }) => period === 'day'),
  },
  {
    key: 'monthBudget',
    draft: { trigger: 'cost', per: 'month', usd: '' },
    isUsed: (_rules, budgets) => budgets.some(({ period }) => period === 'month'),
  },
  { key: 'context', draft: { trigger: 'context', percent: '90', cooldown: '60' }, isUsed: ofType('context') },
  { key: 'limit', draft: { trigger: 'limit', percent: '80', cooldown: '60' }, isUsed: ofType('limit') },
]

/** Returns a preset as a draft with its name in the user's language. */
export const draftOfPreset = ({ draft }: Preset, name: string): Draft => ({ ...NEW_DRAFT, ...draft, name })
