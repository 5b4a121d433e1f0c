import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'
import { text } from '../param.js'
import {
  ConfigFileShape,
  fileQuery,
  Hooks,
  Items,
  Keybindings,
  Marketplaces,
  Overview,
  Plugins,
  Servers,
  SettingsFiles,
  StatusLines,
  Styles,
  UpdateState,
} from './shapes.js'
import {
  Backups,
  Changed,
  configBodies,
  Done,
  MadeMemory,
  RemovedFile,
  writeErrors,
  WrittenFile,
  Reloaded,
} from './writes.js'
import { reading, writing } from './access.js'

/** The configuration of Claude Code on the host, and in projects. */
export const claudeConfig = {
  'GET /api/cc-config/overview': endpoint({
    summary: 'Count what is configured for Claude Code, by kind and source',
    ...reading,
    answers: { 200: Overview },
  }),
  'GET /api/cc-config/skills': endpoint({
    summary: 'List the skills of Claude Code',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/cc-config/agents': endpoint({
    summary: 'List the subagents of Claude Code',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/cc-config/commands': endpoint({
    summary: 'List the commands of Claude Code',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/cc-config/output-styles': endpoint({
    summary: 'List the output styles of Claude Code',
    ...reading,
    answers: { 200: Styles },
  }),
  'GET /api/cc-config/plugins': endpoint({
    summary: 'List the plugins of Claude Code, with what they add',
    ...reading,
    answers: { 200: Plugins },
  }),
  'GET /api/cc-config/mcp': endpoint({
    summary: 'List the MCP servers of Claude Code, without secrets',
    ...reading,
    answers: { 200: Servers },
  }),
  'GET /api/cc-config/hooks': endpoint({
    summary: 'List the hooks of Claude Code',
    ...reading,
    answers: { 200: Hooks },
  }),
  'GET /api/cc-config/settings': endpoint({
    summary: 'List the settings files of Claude Code, the one that wins first',
    ...reading,
    answers: { 200: SettingsFiles },
  }),
  'GET /api/cc-config/memory': endpoint({
    summary: 'List the memory files of Claude Code',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/cc-config/marketplaces': endpoint({
    summary: 'List the marketplaces of Claude Code',
    ...reading,
    answers: { 200: Marketplaces },
  }),
  'GET /api/cc-config/keybindings': endpoint({
    summary: 'List the keys that the user has bound in Claude Code',
    ...reading,
    answers: { 200: Keybindings },
  }),
  'GET /api/cc-config/statusline': endpoint({
    summary: 'List the status lines that are set, the one that is used first',
    ...reading,
    answers: { 200: StatusLines },
  }),
  'GET /api/cc-config/hook-scripts': endpoint({
    summary: 'List the scripts in the hook folders of Claude Code',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/cc-config/file': endpoint({
    summary: 'Get a file of the configuration of Claude Code',
    ...reading,
    query: fileQuery,
    answers: { 200: ConfigFileShape },
    errors: ['EADMIN', 'EBADFIELD', 'EBADNAME', 'ENOTFOUND', 'EREBUILDING'],
  }),
  'PUT /api/cc-config/file': endpoint({
    summary: 'Create or replace a file of the configuration of Claude Code',
    ...writing,
    body: configBodies.put,
    answers: { 200: WrittenFile },
    errors: writeErrors.put,
  }),
  'DELETE /api/cc-config/file': endpoint({
    summary: 'Delete a file of the configuration of Claude Code',
    ...writing,
    body: configBodies.remove,
    answers: { 200: RemovedFile },
    errors: writeErrors.remove,
  }),
  'POST /api/cc-config/mcp/add': endpoint({
    summary: 'Add an MCP server to Claude Code',
    ...writing,
    body: configBodies.addServer,
    answers: { 201: Done },
    errors: writeErrors.addServer,
  }),
  'POST /api/cc-config/mcp/remove': endpoint({
    summary: 'Remove an MCP server from Claude Code',
    ...writing,
    body: configBodies.removeServer,
    answers: { 200: Done },
    errors: writeErrors.removeServer,
  }),
  'POST /api/cc-config/memory': endpoint({
    summary: 'Create the memory file of a project for Claude Code',
    ...writing,
    access: 'config:memory',
    body: configBodies.memory,
    answers: { 201: MadeMemory },
    errors: writeErrors.memory,
  }),
  'PATCH /api/cc-config/settings': endpoint({
    summary: 'Change settings of Claude Code',
    ...writing,
    body: configBodies.settings,
    answers: { 200: Changed },
    errors: writeErrors.settings,
  }),
  'PUT /api/cc-config/keybindings': endpoint({
    summary: 'Replace the keys that the user has bound in Claude Code',
    ...writing,
    body: configBodies.keybindings,
    answers: { 200: Changed },
    errors: ['EBADFIELD', 'EBADPATH', 'EREADONLY', 'ESTALE'],
  }),
  'GET /api/cc-config/backups': endpoint({
    summary: 'List the copies of files from before changes',
    tag: 'config',
    access: 'config:read',
    tables: false,
    query: { file: text('the path of a file, whose copies are listed with their texts') },
    answers: { 200: Backups },
    errors: ['EADMIN'],
  }),
  'POST /api/cc-config/reload': endpoint({
    summary: 'Let live agents read their configuration again',
    ...writing,
    answers: { 200: Reloaded },
    errors: ['ETMUX', 'ETMUXMISSING'],
  }),
  'POST /api/cc-config/plugins/update-all': endpoint({
    summary: 'Start an update of all plugins of Claude Code',
    ...writing,
    answers: { 202: S.Struct({ job: S.String }) },
    errors: ['EBUSY'],
  }),
  'GET /api/cc-config/plugins/update-all': endpoint({
    summary: 'Get how far the last update of all plugins is',
    tag: 'config',
    access: 'config:read',
    tables: false,
    answers: { 200: UpdateState },
    errors: ['EADMIN'],
  }),
} as const
