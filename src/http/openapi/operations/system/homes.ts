import type { homes } from '../../../contract/system/homes.js'
import type { Operations } from '../../operation.js'

export const homesOperations: Operations<keyof typeof homes> = {
  'GET /api/settings/claude-home': {
    description: 'Returns the Claude Code directory.',
    answer: { claude_home: '/home/ada/.claude' },
  },
  'PUT /api/settings/claude-home': {
    description:
      'Confirms the current directory and rejects any other. To change it, set `CLAUDE_CONFIG_DIR` and restart.',
    request: { path: '/home/ada/.claude' },
    answer: { ok: true, claude_home: '/home/ada/.claude' },
  },
  'GET /api/settings/codex-home': {
    description: 'Returns the Codex directory.',
    answer: { codex_home: '/home/ada/.codex' },
  },
  'PUT /api/settings/codex-home': {
    description: 'Confirms the current directory and rejects any other. To change it, set `CODEX_HOME` and restart.',
    request: { path: '/home/ada/.codex' },
    answer: { ok: true, codex_home: '/home/ada/.codex' },
  },
}
