import { reject, type Rejection } from '../../../domain/rejection.js'
import type { homes } from '../../contract/system/homes.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const withoutSlash = (path: string): string => path.trim().replace(/(?<=.)\/+$/, '')

/** Settings only come from the environment. A directory that the next start would not know is refused. */
const refusalOf = (asked: string, home: string, variable: string): Rejection<'INVALID_PATH'> | undefined =>
  withoutSlash(asked) === withoutSlash(home)
    ? undefined
    : reject('INVALID_PATH', `the service reads ${home}; to read another directory, set ${variable} and restart`)

export const homeHandlers = ({ homes: { claude, codex } }: Services): Handlers<keyof typeof homes> => ({
  'GET /api/settings/claude-home': () => ({ status: 200, json: { claude_home: claude } }),
  'PUT /api/settings/claude-home': ({ body }) =>
    refusalOf(body.path, claude, 'CLAUDE_CONFIG_DIR') ?? { status: 200, json: { ok: true, claude_home: claude } },
  'GET /api/settings/codex-home': () => ({ status: 200, json: { codex_home: codex } }),
  'PUT /api/settings/codex-home': ({ body }) =>
    refusalOf(body.path, codex, 'CODEX_HOME') ?? { status: 200, json: { ok: true, codex_home: codex } },
})
