import type { updates } from '../../contract/system/updates.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const updateHandlers = ({ updates: commands }: Services): Handlers<keyof typeof updates> => ({
  'GET /api/updates/status': async () => ({ status: 200, json: await commands.status() }),
  'POST /api/updates/check': async () => ({ status: 200, json: await commands.check() }),
})
