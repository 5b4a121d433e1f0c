import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'

const Home = S.Struct({ path: S.String })
const ClaudeHome = { claude_home: S.String }
const CodexHome = { codex_home: S.String }

/** The directories of the CLIs. They are set by the environment at startup; any other directory is refused. */
export const homes = {
  'GET /api/settings/claude-home': endpoint({
    summary: 'Get the Claude Code directory',
    tag: 'settings',
    access: 'host:read',
    tables: false,
    answers: { 200: S.Struct(ClaudeHome) },
  }),
  'PUT /api/settings/claude-home': endpoint({
    summary: 'Confirm the Claude Code directory',
    tag: 'settings',
    access: 'host:write',
    body: Home,
    answers: { 200: S.Struct({ ok: S.Literal(true), ...ClaudeHome }) },
    errors: ['INVALID_PATH'],
  }),
  'GET /api/settings/codex-home': endpoint({
    summary: 'Get the Codex directory',
    tag: 'settings',
    access: 'host:read',
    tables: false,
    answers: { 200: S.Struct(CodexHome) },
  }),
  'PUT /api/settings/codex-home': endpoint({
    summary: 'Confirm the Codex directory',
    tag: 'settings',
    access: 'host:write',
    body: Home,
    answers: { 200: S.Struct({ ok: S.Literal(true), ...CodexHome }) },
    errors: ['INVALID_PATH'],
  }),
} as const
