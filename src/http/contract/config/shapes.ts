import { FILE_SCOPES, FILE_TYPES, SCOPES, SOURCES } from '../../../domain/agent-config/kinds.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { JsonObject } from '../json.js'
import { oneOf, text } from '../param.js'

const Source = S.Literal(...SOURCES)
const Names = S.Array(S.String)
/** Milliseconds since the epoch. */
const Time = S.Number

export const configQuery = {
  scope: oneOf(SCOPES, '`user`, `project` or `all` (the default)'),
  cwd: text('a folder of the project; without one, there is no project'),
}

export const fileQuery = {
  scope: oneOf(FILE_SCOPES, '`user` or `project`'),
  type: oneOf(FILE_TYPES, 'what the file is'),
  name: text('its name; of a skill, that of its folder'),
  cwd: text('a folder of the project'),
}

const file = { path: S.String, size: Count, mtime: Time }

/** A file that agents read. Secrets in it are shown as `[hidden]`. */
const item = {
  scope: Source,
  name: S.String,
  plugin: Nullable(S.String),
  overriddenBy: Nullable(Source),
  ...file,
  truncated: S.Boolean,
  frontmatter: S.Record({ key: S.String, value: S.String }),
  preview: S.String,
}

const list = <A, I>(of: S.Schema<A, I>) => S.Struct({ items: S.Array(of) })

export const Items = list(S.Struct(item))
export const Styles = list(S.Struct({ ...item, isUsed: S.Boolean }))

export const Overview = list(
  S.Struct({
    kind: S.String,
    count: Count,
    user: Count,
    project: Count,
    local: Count,
    plugin: Count,
    managed: Count,
    overridden: Count,
    broken: Count,
    bytes: Nullable(Count),
  }),
)

export const Servers = list(
  S.Struct({
    name: S.String,
    source: Source,
    removable: S.Boolean,
    kind: S.Literal('http', 'stdio', 'unknown'),
    command: Nullable(S.String),
    args: Names,
    url: Nullable(S.String),
    env: Names,
    headers: Names,
    enabled: S.Boolean,
    plugin: Nullable(S.String),
    path: S.String,
  }),
)

export const Hooks = list(
  S.Struct({
    event: S.String,
    matcher: Nullable(S.String),
    type: S.String,
    command: Nullable(S.String),
    timeout: Nullable(S.Number),
    source: Source,
    plugin: Nullable(S.String),
    path: S.String,
    missing: Nullable(S.Boolean),
  }),
)

export const SettingsFiles = list(
  S.Struct({
    scope: Source,
    path: S.String,
    exists: S.Boolean,
    readOnly: S.Boolean,
    size: Nullable(Count),
    mtime: Nullable(Time),
    sha: Nullable(S.String),
    error: Nullable(S.Struct({ line: Nullable(S.Int), column: Nullable(S.Int), message: S.String })),
    settings: JsonObject,
    overridden: Names,
  }),
)

const Contributions = S.Struct({
  skills: Count,
  agents: Count,
  commands: Count,
  outputStyles: Count,
  hooks: Count,
  mcpServers: Count,
  items: S.Array(S.Struct({ kind: S.String, name: S.String, description: Nullable(S.String) })),
})

export const Plugins = list(
  S.Struct({
    key: S.String,
    name: S.String,
    marketplace: Nullable(S.String),
    scope: S.String,
    project: Nullable(S.String),
    version: Nullable(S.String),
    installPath: Nullable(S.String),
    installedAt: Nullable(S.String),
    lastUpdated: Nullable(S.String),
    gitCommitSha: Nullable(S.String),
    installPathExists: S.Boolean,
    enabled: Nullable(S.Boolean),
    contributes: Nullable(Contributions),
  }),
)

export const Marketplaces = list(
  S.Struct({
    scope: Source,
    name: S.String,
    kind: Nullable(S.String),
    source: Nullable(S.String),
    installLocation: Nullable(S.String),
    lastUpdated: Nullable(S.String),
    exists: S.Boolean,
    description: Nullable(S.String),
    available: Count,
    installed: Count,
  }),
)

export const Keybindings = list(
  S.Struct({
    scope: S.Literal('user'),
    path: S.String,
    context: S.String,
    bindings: S.Record({ key: S.String, value: Nullable(S.String) }),
  }),
)

export const StatusLines = list(
  S.Struct({
    scope: Source,
    path: S.String,
    type: S.String,
    command: S.String,
    padding: Nullable(S.Number),
    isUsed: S.Boolean,
  }),
)

/** A file that users edit. Secrets in it are shown as `[hidden]`; sent back, that means the value that is there. */
export const ConfigFileShape = S.Struct({
  scope: S.Literal(...FILE_SCOPES),
  type: S.Literal(...FILE_TYPES),
  name: Nullable(S.String),
  ...file,
  content: S.String,
  truncated: S.Boolean,
  sha: Nullable(S.String),
})

/** The last update of all plugins. */
export const UpdateState = S.Struct({
  running: S.Boolean,
  /** It has not ended, and nothing runs it. */
  abandoned: S.Boolean,
  startedAt: Nullable(DateTime),
  steps: S.Array(
    S.Struct({
      name: S.String,
      state: S.Literal('pending', 'running', 'done', 'failed'),
      message: Nullable(S.String),
    }),
  ),
})
