import { endpoint } from '../endpoint.js'
import { ConfigFileShape, fileQuery, Items, Marketplaces, Overview, Plugins, Servers, SettingsFiles } from './shapes.js'
import { configBodies, Done, MadeMemory, RemovedFile, writeErrors, WrittenFile } from './writes.js'
import { reading, writing } from './access.js'

/** The configuration of Codex on the host, and in projects. */
export const codexConfig = {
  'GET /api/codex-config/overview': endpoint({
    summary: 'Count what is configured for Codex, by kind and source',
    ...reading,
    answers: { 200: Overview },
  }),
  'GET /api/codex-config/skills': endpoint({
    summary: 'List the skills of Codex',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/codex-config/agents': endpoint({
    summary: 'List the agents of Codex',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/codex-config/rules': endpoint({ summary: 'List the rules of Codex', ...reading, answers: { 200: Items } }),
  'GET /api/codex-config/memory': endpoint({
    summary: 'List the memory files of Codex',
    ...reading,
    answers: { 200: Items },
  }),
  'GET /api/codex-config/mcp': endpoint({
    summary: 'List the MCP servers of Codex, without secrets',
    ...reading,
    answers: { 200: Servers },
  }),
  'GET /api/codex-config/plugins': endpoint({
    summary: 'List the plugins of Codex',
    ...reading,
    answers: { 200: Plugins },
  }),
  'GET /api/codex-config/marketplaces': endpoint({
    summary: 'List the marketplaces of Codex',
    ...reading,
    answers: { 200: Marketplaces },
  }),
  'GET /api/codex-config/config': endpoint({
    summary: 'List the configuration files of Codex, the one that wins first',
    ...reading,
    answers: { 200: SettingsFiles },
  }),
  'GET /api/codex-config/file': endpoint({
    summary: 'Get a file of the configuration of Codex',
    ...reading,
    query: fileQuery,
    answers: { 200: ConfigFileShape },
    errors: ['EADMIN', 'EBADFIELD', 'EBADNAME', 'ENOTFOUND', 'EREBUILDING'],
  }),
  'PUT /api/codex-config/file': endpoint({
    summary: 'Create or replace a file of the configuration of Codex',
    ...writing,
    body: configBodies.put,
    answers: { 200: WrittenFile },
    errors: writeErrors.put,
  }),
  'DELETE /api/codex-config/file': endpoint({
    summary: 'Delete a file of the configuration of Codex',
    ...writing,
    body: configBodies.remove,
    answers: { 200: RemovedFile },
    errors: writeErrors.remove,
  }),
  'POST /api/codex-config/mcp/add': endpoint({
    summary: 'Add an MCP server to Codex',
    ...writing,
    body: configBodies.addServer,
    answers: { 201: Done },
    errors: writeErrors.addServer,
  }),
  'POST /api/codex-config/mcp/remove': endpoint({
    summary: 'Remove an MCP server from Codex',
    ...writing,
    body: configBodies.removeServer,
    answers: { 200: Done },
    errors: writeErrors.removeServer,
  }),
  'POST /api/codex-config/memory': endpoint({
    summary: 'Create the memory file of a project for Codex',
    ...writing,
    access: 'config:memory',
    body: configBodies.memory,
    answers: { 201: MadeMemory },
    errors: writeErrors.memory,
  }),
} as const
