import type { push } from '../../../contract/alert/push.js'
import type { Operations } from '../../operation.js'

const notify = {
  needs_me: true,
  failed: true,
  finished: false,
  quiet: { from: '22:00', to: '07:30', timezone: 'Europe/Rome' },
  language: 'en',
} as const
const browser = 'https://push.example.com/send/c3Vic2NyaXB0aW9u'

export const pushOperations: Operations<keyof typeof push> = {
  'GET /api/push/vapid-public-key': {
    description: 'Returns the VAPID key that a browser needs to subscribe to notifications.',
    answer: { publicKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM' },
  },
  'GET /api/push/subscriptions': {
    description:
      'Lists the subscribed browsers with the host of their push service. Endpoints are secret and not returned.',
    answer: { subscriptions: [{ id: 's1', host: 'push.example.com', created_at: '2026-11-02T07:30:00.000Z', notify }] },
  },
  'POST /api/push/subscribe': {
    description:
      'Subscribes a browser to alerts and to the notifications in `notify`. The rest of the body is its `PushSubscription` as JSON.',
    request: {
      endpoint: browser,
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
    answer: { ok: true },
  },
  'PATCH /api/push/subscribe': {
    description:
      'Sets which notifications a subscribed browser receives in addition to alerts. They do not depend on alert rules.',
    request: { endpoint: browser, notify },
    answer: { ok: true },
  },
  'DELETE /api/push/subscribe': {
    description: 'Unsubscribes a browser. Unknown endpoints are ignored.',
    request: { endpoint: browser },
    answer: { ok: true },
  },
  'POST /api/push/send': {
    description: 'Sends a notification to the subscribed browsers of the caller and returns how many accepted it.',
    request: { title: 'Deploy', body: 'The deploy has finished' },
    answer: { ok: true, native: false, pushed: 1, failed: 0 },
  },
}
