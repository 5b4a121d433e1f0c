import type { RuleType } from './rule-types.js'

/** A rule as it may be begun with. */
export interface Preset {
  readonly name: string
  readonly rule_type: RuleType
  readonly config: Readonly<Record<string, string | number>>
  readonly cooldown_seconds: number
}

/** What most people want to be told first. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'An agent asks for permission',
    rule_type: 'event_pattern',
    config: { event_type: 'PermissionRequest', count: 1 },
    cooldown_seconds: 60,
  },
  {
    name: 'A turn fails',
    rule_type: 'event_pattern',
    config: { event_type: 'StopFailure', count: 1 },
    cooldown_seconds: 60,
  },
  {
    name: 'An agent waits too long',
    rule_type: 'status_duration',
    config: { status: 'waiting', minutes: 10 },
    cooldown_seconds: 3600,
  },
]
