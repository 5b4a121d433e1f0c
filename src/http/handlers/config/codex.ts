import type { codexConfig } from '../../contract/config/codex.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'
import { addServerBy, fileBy, listedBy, memoryBy, putBy, removeBy, removeServerBy } from './both.js'

export const codexConfigHandlers = (services: Services): Handlers<keyof typeof codexConfig> => {
  const listed = listedBy(services)
  return {
    'GET /api/codex-config/overview': listed(({ codex }) => codex.overview),
    'GET /api/codex-config/skills': listed(({ codex }) => codex.skills),
    'GET /api/codex-config/agents': listed(({ codex }) => codex.agents),
    'GET /api/codex-config/rules': listed(({ codex }) => codex.rules),
    'GET /api/codex-config/memory': listed(({ codex }) => codex.memory),
    'GET /api/codex-config/mcp': listed(({ codex }) => codex.mcp),
    'GET /api/codex-config/plugins': listed(({ codex }) => codex.plugins),
    'GET /api/codex-config/marketplaces': listed(({ codex }) => codex.marketplaces),
    'GET /api/codex-config/config': listed(({ codex }) => codex.config),
    'GET /api/codex-config/file': fileBy(services, 'codex'),
    'PUT /api/codex-config/file': putBy(services, 'codex'),
    'DELETE /api/codex-config/file': removeBy(services, 'codex'),
    'POST /api/codex-config/mcp/add': addServerBy(services, 'codex'),
    'POST /api/codex-config/mcp/remove': removeServerBy(services, 'codex'),
    'POST /api/codex-config/memory': memoryBy(services, 'codex'),
  }
}
