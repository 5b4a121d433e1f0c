import type { codexConfig } from '../../../contract/config/codex.js'
import type { Operations } from '../../operation.js'
import { CONFIG_EXAMPLES, CONFIG_TEXTS } from './examples.js'

const { counts, skill, memory, plugin, server, codexSettings, marketplace, file, put, written, addServer } =
  CONFIG_EXAMPLES

export const codexConfigOperations: Operations<keyof typeof codexConfig> = {
  'GET /api/codex-config/overview': { description: CONFIG_TEXTS.overview, answer: { items: [counts] } },
  'GET /api/codex-config/skills': { description: CONFIG_TEXTS.items, answer: { items: [skill] } },
  'GET /api/codex-config/agents': { description: CONFIG_TEXTS.items, answer: { items: [skill] } },
  'GET /api/codex-config/rules': { description: CONFIG_TEXTS.items, answer: { items: [skill] } },
  'GET /api/codex-config/memory': { description: CONFIG_TEXTS.items, answer: { items: [memory] } },
  'GET /api/codex-config/mcp': { description: CONFIG_TEXTS.servers, answer: { items: [server] } },
  'GET /api/codex-config/plugins': {
    description: 'Lists the plugins that `config.toml` names. Codex keeps no dates of them.',
    answer: { items: [plugin] },
  },
  'GET /api/codex-config/marketplaces': {
    description: 'Lists where plugins come from; `available` counts the plugins of the catalog.',
    answer: { items: [marketplace] },
  },
  'GET /api/codex-config/config': { description: CONFIG_TEXTS.settings, answer: { items: [codexSettings] } },
  'GET /api/codex-config/file': { description: CONFIG_TEXTS.file, answer: file },
  'PUT /api/codex-config/file': { description: CONFIG_TEXTS.put, request: put, answer: written },
  'DELETE /api/codex-config/file': {
    description: CONFIG_TEXTS.remove,
    request: { scope: 'user', type: 'skill', name: 'commit-style' },
    answer: { path: written.path, backup: written.backup },
  },
  'POST /api/codex-config/mcp/add': { description: CONFIG_TEXTS.addServer, request: addServer, answer: { ok: true } },
  'POST /api/codex-config/mcp/remove': {
    description: CONFIG_TEXTS.removeServer,
    request: { name: 'issues', scope: 'user' },
    answer: { ok: true },
  },
  'POST /api/codex-config/memory': {
    description: CONFIG_TEXTS.memory,
    request: { cwd: '/home/ada/shop' },
    answer: { path: '/home/ada/shop/AGENTS.md' },
  },
}
