import { Schema as S } from '../domain/schema.js'
import { Provider } from '../domain/tools/schema.js'
import { defineEvent } from './define.js'
import { SERVICE_STREAM } from './streams.js'

/** The configuration of an agent CLI was changed through the service. Content and paths are never recorded. */
const configChanged = defineEvent({
  type: 'config-changed',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({
    tool: Provider,
    action: S.Literal('created', 'changed', 'removed'),
    /** What was changed, such as `skill`, `settings` or `mcp`. */
    type: S.String,
    /** `user`, `project` or `local`. */
    scope: S.String,
    /** Null where there is only one. */
    name: S.NullOr(S.String),
  }),
})

/** All plugins of Claude Code were updated; so many steps failed. Audit only. */
const pluginsUpdated = defineEvent({
  type: 'plugins-updated',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ updated: S.Int, failed: S.Int }),
})

export const agentConfigEvents = { 'config-changed': configChanged, 'plugins-updated': pluginsUpdated }
