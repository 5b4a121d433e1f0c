import { Schema as S } from '../../../domain/schema.js'
import { Count, Nullable } from '../common.js'
import { anyOf, describedAs, JsonObject } from '../json.js'

const optional = S.optional
const Texts = S.Record({ key: S.String, value: S.String })
const named = {
  scope: S.String.annotations({ description: '`user` or `project`' }),
  type: S.String,
  name: optional(Nullable(S.String)),
  /** A folder of the project. */
  cwd: optional(S.String),
  /** The digest of the text that the change is based on. */
  baseSha: optional(S.String),
}

/** What requests send. The domain checks it, with codes of its own. */
export const configBodies = {
  put: describedAs(
    S.Struct(anyOf('scope', 'type', 'name', 'cwd', 'baseSha', 'content')),
    S.Struct({ ...named, content: S.String }),
  ),
  remove: describedAs(S.Struct(anyOf('scope', 'type', 'name', 'cwd', 'baseSha')), S.Struct(named)),
  settings: describedAs(
    S.Struct(anyOf('scope', 'cwd', 'patch')),
    S.Struct({
      scope: S.String.annotations({ description: '`user`, `project` or `local`' }),
      cwd: optional(S.String),
      patch: JsonObject,
    }),
  ),
  keybindings: describedAs(
    S.Struct(anyOf('groups')),
    S.Struct({
      groups: S.Array(
        S.Struct({ context: S.String, bindings: S.Record({ key: S.String, value: Nullable(S.String) }) }),
      ),
    }),
  ),
  addServer: describedAs(
    S.Struct(anyOf('name', 'scope', 'transport', 'command', 'args', 'url', 'env', 'headers', 'cwd')),
    S.Struct({
      name: S.String,
      scope: S.String.annotations({ description: '`user`, or `local` for one project' }),
      transport: S.String.annotations({ description: '`stdio`, `http` or `sse`' }),
      command: optional(S.String),
      args: optional(S.Array(S.String)),
      url: optional(S.String),
      env: optional(Texts),
      headers: optional(Texts),
      cwd: optional(S.String),
    }),
  ),
  removeServer: describedAs(
    S.Struct(anyOf('name', 'scope', 'cwd')),
    S.Struct({ name: S.String, scope: S.String, cwd: optional(S.String) }),
  ),
  memory: describedAs(S.Struct(anyOf('cwd')), S.Struct({ cwd: S.String })),
}

export const Done = S.Struct({ ok: S.Literal(true) })
export const WrittenFile = S.Struct({ path: S.String, backup: Nullable(S.String), sha: S.String })
export const RemovedFile = S.Struct({ path: S.String, backup: Nullable(S.String) })
export const Changed = S.Struct({ changed: S.Boolean, backup: Nullable(S.String) })
export const MadeMemory = S.Struct({ path: S.String })

const Pane = { lane: S.Int, slot: S.Int, run_id: S.String }
export const Reloaded = S.Struct({
  reloaded: S.Array(S.Struct(Pane)),
  skipped: S.Array(S.Struct({ ...Pane, reason: S.String })),
})

export const Backups = S.Struct({
  items: S.Array(S.Struct({ file: S.String, path: S.String, at: S.Number, size: Count, content: Nullable(S.String) })),
})

export const writeErrors = {
  put: ['EBADFIELD', 'EBADNAME', 'EBADPATH', 'ENOTFOUND', 'EADMIN', 'ESTALE', 'ETOOBIG', 'EREADONLY'],
  remove: ['EBADFIELD', 'EBADNAME', 'EBADPATH', 'ENOTFOUND', 'EADMIN', 'ESTALE', 'EREADONLY'],
  settings: ['EBADFIELD', 'EBADPATH', 'EADMIN', 'ESTALE', 'EREADONLY'],
  addServer: ['EBADFIELD', 'EBADNAME', 'EBADPATH', 'EADMIN', 'EEXISTS', 'ENOTOOL', 'ESTALE', 'EUPSTREAM', 'EREADONLY'],
  removeServer: ['EBADFIELD', 'EBADNAME', 'EBADPATH', 'EADMIN', 'ENOTFOUND', 'ENOTOOL', 'EUPSTREAM'],
  memory: ['EBADPATH', 'EADMIN', 'EEXISTS', 'EREADONLY'],
} as const
