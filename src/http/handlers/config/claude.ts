import * as Effect from 'effect/Effect'
import type { claudeConfig } from '../../contract/config/claude.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'
import { addServerBy, fileBy, listedBy, memoryBy, putBy, removeBy, removeServerBy } from './both.js'

export const claudeConfigHandlers = (services: Services): Handlers<keyof typeof claudeConfig> => {
  const listed = listedBy(services)
  return {
    'GET /api/cc-config/overview': listed(({ claude }) => claude.overview),
    'GET /api/cc-config/skills': listed(({ claude }) => claude.skills),
    'GET /api/cc-config/agents': listed(({ claude }) => claude.agents),
    'GET /api/cc-config/commands': listed(({ claude }) => claude.commands),
    'GET /api/cc-config/output-styles': listed(({ claude }) => claude['output-styles']),
    'GET /api/cc-config/plugins': listed(({ claude }) => claude.plugins),
    'GET /api/cc-config/mcp': listed(({ claude }) => claude.mcp),
    'GET /api/cc-config/hooks': listed(({ claude }) => claude.hooks),
    'GET /api/cc-config/settings': listed(({ claude }) => claude.settings),
    'GET /api/cc-config/memory': listed(({ claude }) => claude.memory),
    'GET /api/cc-config/marketplaces': listed(({ claude }) => claude.marketplaces),
    'GET /api/cc-config/keybindings': listed(({ claude }) => claude.keybindings),
    'GET /api/cc-config/statusline': listed(({ claude }) => claude.statusline),
    'GET /api/cc-config/hook-scripts': listed(({ claude }) => claude['hook-scripts']),
    'GET /api/cc-config/file': fileBy(services, 'claude'),
    'PUT /api/cc-config/file': putBy(services, 'claude'),
    'DELETE /api/cc-config/file': removeBy(services, 'claude'),
    'POST /api/cc-config/mcp/add': addServerBy(services, 'claude'),
    'POST /api/cc-config/mcp/remove': removeServerBy(services, 'claude'),
    'POST /api/cc-config/memory': memoryBy(services, 'claude'),
    'PATCH /api/cc-config/settings': ({ body }, request) =>
      Effect.map(services.agentConfig.edits.patchSettings(body, request), ok),
    'PUT /api/cc-config/keybindings': ({ body }, { author }) =>
      Effect.map(services.agentConfig.edits.setKeybindings(body.groups, author), ok),
    'GET /api/cc-config/backups': ({ query: { file } }, request) =>
      Effect.map(services.agentConfig.places.ofHost(request), () =>
        ok({ items: services.agentConfig.edits.backups(file) }),
      ),
    'POST /api/cc-config/reload': (_, request) => Effect.map(services.reloadAgents(request), ok),
    'POST /api/cc-config/plugins/update-all': (_, request) =>
      Effect.map(services.pluginUpdates.start(request), (job) => ({ status: 202 as const, json: { job } })),
    'GET /api/cc-config/plugins/update-all': (_, request) =>
      Effect.map(services.agentConfig.places.ofHost(request), () => ok(services.pluginUpdates.state())),
  }
}
