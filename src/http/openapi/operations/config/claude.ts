import type { claudeConfig } from '../../../contract/config/claude.js'
import type { Operations } from '../../operation.js'
import { CONFIG_EXAMPLES, CONFIG_TEXTS } from './examples.js'

const {
  counts,
  skill,
  memory,
  plugin,
  server,
  settings,
  marketplace,
  hook,
  keybinding,
  statusLine,
  script,
  file,
  put,
  written,
  addServer,
} = CONFIG_EXAMPLES

export const claudeConfigOperations: Operations<keyof typeof claudeConfig> = {
  'GET /api/cc-config/overview': { description: CONFIG_TEXTS.overview, answer: { items: [counts] } },
  'GET /api/cc-config/skills': { description: CONFIG_TEXTS.items, answer: { items: [skill] } },
  'GET /api/cc-config/agents': { description: CONFIG_TEXTS.items, answer: { items: [skill] } },
  'GET /api/cc-config/commands': { description: CONFIG_TEXTS.items, answer: { items: [skill] } },
  'GET /api/cc-config/output-styles': {
    description: `${CONFIG_TEXTS.items} \`isUsed\` marks the style that the settings name.`,
    answer: { items: [{ ...skill, isUsed: true }] },
  },
  'GET /api/cc-config/plugins': {
    description:
      '`enabled` is null where no settings name the plugin. Paths of a manifest that lead out of the plugin are left out.',
    answer: { items: [plugin] },
  },
  'GET /api/cc-config/mcp': { description: CONFIG_TEXTS.servers, answer: { items: [server] } },
  'GET /api/cc-config/hooks': {
    description: '`missing` says whether the script is absent; null if the command begins with the name of a program.',
    answer: { items: [hook] },
  },
  'GET /api/cc-config/settings': { description: CONFIG_TEXTS.settings, answer: { items: [settings] } },
  'GET /api/cc-config/memory': { description: CONFIG_TEXTS.items, answer: { items: [memory] } },
  'GET /api/cc-config/marketplaces': {
    description: 'Lists where plugins come from; `available` counts the plugins of the catalog.',
    answer: { items: [marketplace] },
  },
  'GET /api/cc-config/keybindings': {
    description: 'Lists the bindings by the part of the screen. Null unbinds a key.',
    answer: { items: [keybinding] },
  },
  'GET /api/cc-config/statusline': {
    description: 'Lists the status lines of all settings; `isUsed` marks the one that wins.',
    answer: { items: [statusLine] },
  },
  'GET /api/cc-config/hook-scripts': { description: CONFIG_TEXTS.items, answer: { items: [script] } },
  'GET /api/cc-config/file': { description: CONFIG_TEXTS.file, answer: file },
  'PUT /api/cc-config/file': { description: CONFIG_TEXTS.put, request: put, answer: written },
  'DELETE /api/cc-config/file': {
    description: CONFIG_TEXTS.remove,
    request: { scope: 'user', type: 'skill', name: 'commit-style' },
    answer: { path: written.path, backup: written.backup },
  },
  'POST /api/cc-config/mcp/add': { description: CONFIG_TEXTS.addServer, request: addServer, answer: { ok: true } },
  'POST /api/cc-config/mcp/remove': {
    description: CONFIG_TEXTS.removeServer,
    request: { name: 'issues', scope: 'user' },
    answer: { ok: true },
  },
  'POST /api/cc-config/memory': {
    description: CONFIG_TEXTS.memory,
    request: { cwd: '/home/ada/shop' },
    answer: { path: '/home/ada/shop/CLAUDE.md' },
  },
  'PATCH /api/cc-config/settings': {
    description:
      'Merges a patch into a settings file (RFC 7396): null removes a member. Comments, order and mode stay. A `[hidden]` that is ' +
      'sent back is the value that is there. Nothing is written, and no copy kept, if nothing changes.',
    request: { scope: 'user', patch: { model: 'opus' } },
    answer: { changed: true, backup: written.backup },
  },
  'PUT /api/cc-config/keybindings': {
    description: 'Replaces all bindings. Other members of the file stay.',
    request: { groups: [{ context: 'Chat', bindings: { 'ctrl+enter': 'chat:submit', 'ctrl+t': null } }] },
    answer: { changed: true, backup: written.backup },
  },
  'GET /api/cc-config/backups': {
    description:
      'Lists the copies of the files of both tools, the newest first. Secrets in their texts are shown as `[hidden]`.',
    answer: {
      items: [{ file: written.path, path: written.backup, at: 1_764_230_400_000, size: 612, content: null }],
    },
  },
  'POST /api/cc-config/reload': {
    description:
      'Types `/reload-plugins` and, a second later, `/reload-skills` into the panes of live agents of Claude Code. Panes with a ' +
      'shell, and agents that ask or have a draft, are skipped.',
    answer: { reloaded: [{ lane: 4, slot: 0, run_id: '01JD7ZK3W8Q6T5V4R2N1M0PXYA' }], skipped: [] },
  },
  'POST /api/cc-config/plugins/update-all': {
    description:
      'Updates the marketplaces, then each plugin in its own scope, and last lets live agents read them. The job continues when ' +
      'nobody waits for it, and after a step that failed.',
    answer: { job: '01JD7ZK3W8Q6T5V4R2N1M0PXYA' },
  },
  'GET /api/cc-config/plugins/update-all': {
    description: 'A job that had no news for an hour, or that a restart has ended, is `abandoned`.',
    answer: {
      running: true,
      abandoned: false,
      startedAt: '2026-11-27T08:00:00.000Z',
      steps: [
        { name: 'marketplaces', state: 'done', message: null },
        { name: 'kit@house', state: 'running', message: null },
        { name: 'reload', state: 'pending', message: null },
      ],
    },
  },
}
