import type { homes } from '../../../contract/system/homes.js'
import type { Operations } from '../../operation.js'

export const homesOperations: Operations<keyof typeof homes> = {
  'GET /api/settings/claude-home': {
    description: 'Returns the directory of Claude Code that is read.',
    answer: { claude_home: '/home/ada/.claude' },
  },
  'PUT /api/settings/claude-home': {
    description: 'Accepts the directory in use. Another one is refused: set `CLAUDE_CONFIG_DIR` and restart.',
    request: { path: '/home/ada/.claude' },
    answer: { ok: true, claude_home: '/home/ada/.claude' },
  },
  'GET /api/settings/codex-home': {
    description: 'Returns the directory of Codex that is read.',
    answer: { codex_home: '/home/ada/.codex' },
  },
  'PUT /api/settings/codex-home': {
    description: 'Accepts the directory in use. Another one is refused: set `CODEX_HOME` and restart.',
    request: { path: '/home/ada/.codex' },
    answer: { ok: true, codex_home: '/home/ada/.codex' },
  },
}
