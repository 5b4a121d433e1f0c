import type { alerts } from '../../../contract/alert/alerts.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, MAIN_ID } from '../../samples.js'

const rule = {
  id: '01JD3Z6W8V4T2Q9N5K7M1P0RSX',
  name: 'Waits for ten minutes',
  rule_type: 'status_duration',
  config: { status: 'waiting', minutes: 10 },
  enabled: true,
  cooldown_seconds: 900,
  scope: 'own',
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
} as const

const alert = {
  id: 4190,
  rule_id: rule.id,
  rule_name: rule.name,
  rule_type: 'status_duration',
  session_id: SESSION_ID,
  session_name: 'Fix the checkout test',
  agent_id: MAIN_ID,
  message: 'Waiting for 10 minutes',
  details: '{"minutes":10}',
  triggered_at: '2026-11-20T09:41:40.502Z',
  acknowledged_at: null,
} as const

export const alertsOperations: Operations<keyof typeof alerts> = {
  'GET /api/alerts/rules': {
    description: 'Lists the alert rules, newest first.',
    answer: {
      rules: [{ ...rule, activity: { state: 'fired', alerts_7d: 3, last_alert: alert, cooldown: null } }],
    },
  },
  'POST /api/alerts/rules': {
    description:
      'Creates an alert rule. It applies to new events. The fields of `config` depend on the type. It watches the sessions of its owner; with `scope: all`, which is for admins and analysts, those of everybody.',
    request: { name: rule.name, rule_type: 'status_duration', config: { status: 'waiting', minutes: 10 } },
    answer: { rule },
  },
  'POST /api/alerts/rules/preview': {
    description:
      'Counts the matches of a rule in the last seven days without creating it. There is no count for waiting time, inactivity and context usage, which are not stored.',
    request: { rule_type: 'event_pattern', config: { event_type: 'PermissionRequest', tool_name: 'Bash' } },
    answer: { since: '2026-11-13T09:41:40.502Z', matches: 14, sessions: 6, at_least: false },
  },
  'PATCH /api/alerts/rules/:id': {
    description: 'Updates an alert rule. Its type cannot be changed.',
    request: { enabled: false },
    answer: { rule: { ...rule, enabled: false } },
  },
  'DELETE /api/alerts/rules/:id': {
    description: 'Deletes an alert rule and its alerts.',
    answer: { ok: true },
  },
  'GET /api/alerts': {
    description: 'Lists alerts, newest first. `unacked` is the number of open alerts.',
    answer: { alerts: [alert], total: 1, unacked: 1, limit: 50, offset: 0 },
  },
  'POST /api/alerts/:id/ack': {
    description: 'Acknowledges an alert. Repeated calls have no effect.',
    answer: { alert: { ...alert, acknowledged_at: '2026-11-20T09:45:00.000Z' } },
  },
  'POST /api/alerts/ack-all': {
    description: 'Acknowledges all alerts and returns how many were open.',
    answer: { ok: true, acknowledged: 1 },
  },
}
