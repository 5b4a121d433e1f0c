import type { aiRouters } from '../../../contract/config/routers.js'
import type { Operations } from '../../operation.js'

const router = {
  name: 'team',
  baseUrl: 'https://llm.example.org',
  hasKey: true,
  model: null,
  models: { haiku: 'small-1' },
  createdAt: '2026-11-27T08:00:00.000Z',
  updatedAt: '2026-11-27T08:00:00.000Z',
  lanes: 0,
}

export const aiRoutersOperations: Operations<keyof typeof aiRouters> = {
  'GET /api/ai-routers': {
    description: 'Members see names, models, and whether there is a key. Keys are never returned.',
    answer: { routers: [router] },
  },
  'POST /api/ai-routers': {
    description: 'Saves a proxy. Its key is stored encrypted. The name `native` means no proxy.',
    request: {
      name: 'team',
      baseUrl: 'https://llm.example.org',
      apiKey: 'an-example-key',
      models: { haiku: 'small-1' },
    },
    answer: { router },
  },
  'POST /api/ai-routers/test': {
    description:
      'Sends one message of one output token to `<baseUrl>/v1/messages`, and answers 200 whatever the proxy replies; `status` is ' +
      'null if nothing replied within 15 seconds. Without `apiKey`, the key of the saved proxy `name` is used, for its own address ' +
      'only. Redirects are not followed; link-local addresses are refused.',
    request: { baseUrl: 'https://llm.example.org', name: 'team' },
    answer: { ok: false, status: 401, message: 'It answered with status 401: invalid x-api-key' },
  },
  'PATCH /api/ai-routers/:name': {
    description: 'Without `apiKey`, the key stays, if the address does; null removes it.',
    request: { model: 'large-2' },
    answer: { router: { ...router, model: 'large-2' }, lanes: [] },
  },
  'DELETE /api/ai-routers/:name': { description: 'The key is deleted for good.', answer: { ok: true, lanes: [] } },
}
