import type { webhooks } from '../../../contract/alert/webhooks.js'
import type { Operations } from '../../operation.js'

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

export const webhooksOperations: Operations<keyof typeof webhooks> = {
  'GET /api/webhooks/providers': {
    description: 'Lists the supported webhook types and the settings of each.',
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
    description: 'Lists the webhooks, newest first. URLs are shortened and secrets masked.',
    answer: { targets: [target] },
  },
  'POST /api/webhooks': {
    description: 'Creates a webhook. It receives new alerts.',
    request: setup,
    answer: { target: { ...target, last_delivery: null } },
  },
  'PATCH /api/webhooks/:id': {
    description: 'Updates a webhook. Omitted secrets are unchanged.',
    request: { enabled: false },
    answer: { target: { ...target, enabled: false } },
  },
  'DELETE /api/webhooks/:id': {
    description: 'Deletes a webhook, its secrets and its pending deliveries.',
    answer: { ok: true },
  },
  'POST /api/webhooks/:id/test': {
    description: 'Sends a test message and returns the result. A failed delivery returns 200 with `ok: false`.',
    answer: { ok: true, status: 200, attempts: 1, error: null },
  },
  'GET /api/webhooks/:id/deliveries': {
    description: 'Lists the deliveries of a webhook, newest first, and its pending deliveries.',
    answer: {
      deliveries: [
        { id: 4191, target_id: target.id, target_name: target.name, target_type: 'slack', alert_id: 4190, ...delivery },
      ],
      due: [],
      limit: 20,
      offset: 0,
    },
  },
}
