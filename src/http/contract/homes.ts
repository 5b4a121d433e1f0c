import { Schema as S } from '../../domain/schema.js'
import { endpoint } from './endpoint.js'

const reads = { actor: 'user', verb: 'read' } as const
const admin = { actor: 'admin', verb: 'write' } as const

const Home = S.Struct({ path: S.String })
const ClaudeHome = { claude_home: S.String }
const CodexHome = { codex_home: S.String }

/** The directories of the CLIs. They are set by the environment at startup; any other directory is refused. */
export const homes = {
  'GET /api/settings/claude-home': endpoint({
    summary: 'The directory of Claude Code that is read',
    tag: 'settings',
    access: reads,
    answers: { 200: S.Struct(ClaudeHome) },
  }),
  'PUT /api/settings/claude-home': endpoint({
    summary: 'Taken for the directory that is read already; another is named by CLAUDE_CONFIG_DIR at the start',
    tag: 'settings',
    access: admin,
    body: Home,
    answers: { 200: S.Struct({ ok: S.Literal(true), ...ClaudeHome }) },
    errors: ['INVALID_INPUT', 'INVALID_PATH'],
  }),
  'GET /api/settings/codex-home': endpoint({
    summary: 'The directory of Codex that is read',
    tag: 'settings',
    access: reads,
    answers: { 200: S.Struct(CodexHome) },
  }),
  'PUT /api/settings/codex-home': endpoint({
    summary: 'Taken for the directory that is read already; another is named by CODEX_HOME at the start',
    tag: 'settings',
    access: admin,
    body: Home,
    answers: { 200: S.Struct({ ok: S.Literal(true), ...CodexHome }) },
    errors: ['INVALID_INPUT', 'INVALID_PATH'],
  }),
} as const
