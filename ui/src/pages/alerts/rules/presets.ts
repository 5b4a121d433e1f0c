import type { Words } from '../../../i18n/namespaces.js'
import type { RuleType } from './rule-types.js'

/** A rule as it may be begun with. */
export interface Preset {
  /** What it is called, in the reader's language. */
  readonly key: keyof Words['alerts']['rules']['presets']
  readonly rule_type: RuleType
  readonly config: Readonly<Record<string, string | number>>
  readonly cooldown_seconds: number
}

/** What most people want to be told first. */
export const PRESETS: readonly Preset[] = [
  {
    key: 'permission',
    rule_type: 'event_pattern',
    config: { event_type: 'PermissionRequest', count: 1 },
    cooldown_seconds: 60,
  },
  {
    key: 'failure',
    rule_type: 'event_pattern',
    config: { event_type: 'StopFailure', count: 1 },
    cooldown_seconds: 60,
  },
  {
    key: 'waiting',
    rule_type: 'status_duration',
    config: { status: 'waiting', minutes: 10 },
    cooldown_seconds: 3600,
  },
]
