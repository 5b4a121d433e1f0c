import type { alerts } from '../../contract/alert/alerts.js'
import type { push } from '../../contract/alert/push.js'
import type { webhooks } from '../../contract/alert/webhooks.js'
import type { Operations } from '../operation.js'
import { MAIN_ID, SESSION_ID } from '../samples.js'

const rule = {
  id: '01JD3Z6W8V4T2Q9N5K7M1P0RSX',
  name: 'Waits for ten minutes',
  rule_type: 'status_duration',
  config: { status: 'waiting', minutes: 10 },
  enabled: true,
  cooldown_seconds: 900,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
} as const

const alert = {
  id: 4190,
  rule_id: rule.id,
  rule_name: rule.name,
  rule_type: 'status_duration',
  session_id: SESSION_ID,
  agent_id: MAIN_ID,
  message: 'Waiting for 10 minutes',
  details: '{"minutes":10}',
  triggered_at: '2026-11-20T09:41:40.502Z',
  acknowledged_at: null,
} as const

const delivery = {
  status: 'success',
  status_code: 200,
  attempts: 1,
  error: null,
  created_at: '2026-11-20T09:41:41.020Z',
} as const

const target = {
  id: '01JD3Z7B2C4D6E8F0G1H3J5K7M',
  name: 'Team channel',
  type: 'slack',
  enabled: true,
  url_preview: 'hooks.slack.com/…a1B2',
  has_secret: false,
  headers: {},
  config: {},
  rule_ids: null,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  last_delivery: delivery,
} as const

const setup = { name: 'Team channel', type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' } as const
const browser = 'https://push.example.com/send/c3Vic2NyaXB0aW9u'

export const alertOperations: Operations<keyof typeof alerts | keyof typeof webhooks | keyof typeof push> = {
  'GET /api/alerts/rules': {
    description: 'Lists the alert rules, newest first.',
    answer: { rules: [rule] },
  },
  'POST /api/alerts/rules': {
    description:
      'Creates an alert rule. It applies to what happens from then on; the type decides the members of `config`.',
    request: { name: rule.name, rule_type: 'status_duration', config: { status: 'waiting', minutes: 10 } },
    answer: { rule },
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
    description: 'Lists alerts, newest first. `unacked` counts those that nobody has acknowledged.',
    answer: { alerts: [alert], total: 1, unacked: 1, limit: 50, offset: 0 },
  },
  'POST /api/alerts/:id/ack': {
    description: 'Acknowledges one alert. Acknowledging it again changes nothing.',
    answer: { alert: { ...alert, acknowledged_at: '2026-11-20T09:45:00.000Z' } },
  },
  'POST /api/alerts/ack-all': {
    description: 'Acknowledges all alerts and returns how many were open.',
    answer: { ok: true, acknowledged: 1 },
  },
  'GET /api/webhooks/providers': {
    description: 'Lists the supported kinds of webhook targets and the settings that each needs.',
    answer: {
      providers: [
        {
          type: 'slack',
          label: 'Slack',
          family: 'chat',
          url_required: true,
          has_default_url: false,
          derives_url: false,
          allow_http: false,
          url_hint: 'https://hooks.slack.com/services/…',
          supports_secret: false,
          supports_headers: false,
          fields: [],
        },
      ],
    },
  },
  'GET /api/webhooks': {
    description: 'Lists the webhook targets, newest first. Addresses are shortened and secrets masked.',
    answer: { targets: [target] },
  },
  'POST /api/webhooks': {
    description: 'Creates a webhook target. It receives the alerts raised from then on.',
    request: setup,
    answer: { target: { ...target, last_delivery: null } },
  },
  'PATCH /api/webhooks/:id': {
    description: 'Updates a webhook target. Secrets that are absent stay unchanged.',
    request: { enabled: false },
    answer: { target: { ...target, enabled: false } },
  },
  'DELETE /api/webhooks/:id': {
    description: 'Deletes a webhook target, its secrets and its pending deliveries.',
    answer: { ok: true },
  },
  'POST /api/webhooks/:id/test': {
    description: 'Sends a test message and returns the result. A failed delivery is answered 200 with `ok: false`.',
    answer: { ok: true, status: 200, attempts: 1, error: null },
  },
  'GET /api/webhooks/:id/deliveries': {
    description: 'Lists the deliveries of a webhook target, newest first, and those that are still pending.',
    answer: {
      deliveries: [
        { id: 4191, target_id: target.id, target_name: target.name, target_type: 'slack', alert_id: 4190, ...delivery },
      ],
      due: [],
      limit: 20,
      offset: 0,
    },
  },
  'GET /api/push/vapid-public-key': {
    description: 'Returns the VAPID key that a browser needs to subscribe to notifications.',
    answer: { publicKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM' },
  },
  'GET /api/push/subscriptions': {
    description: 'Lists the subscribed browsers by the host of their push service. Their addresses are secret.',
    answer: { subscriptions: [{ id: 's1', host: 'push.example.com', created_at: '2026-11-02T07:30:00.000Z' }] },
  },
  'POST /api/push/subscribe': {
    description: 'Subscribes a browser to alerts. The body is the JSON of its `PushSubscription`.',
    request: {
      endpoint: browser,
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
    answer: { ok: true },
  },
  'DELETE /api/push/subscribe': {
    description: 'Unsubscribes a browser. An unknown endpoint is answered the same way.',
    request: { endpoint: browser },
    answer: { ok: true },
  },
  'POST /api/push/send': {
    description: 'Sends a notification to all subscribed browsers and returns how many accepted it.',
    request: { title: 'Deploy', body: 'The deploy has finished' },
    answer: { ok: true, native: false, pushed: 1, failed: 0 },
  },
}
