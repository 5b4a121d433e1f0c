import * as Effect from 'effect/Effect'
import type { updates } from '../../contract/system/updates.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const updateHandlers = ({ updates: commands }: Services): Handlers<keyof typeof updates> => ({
  'GET /api/updates/status': () => Effect.map(commands.status, (json) => ({ status: 200 as const, json })),
  'POST /api/updates/check': () => Effect.map(commands.check, (json) => ({ status: 200 as const, json })),
})
