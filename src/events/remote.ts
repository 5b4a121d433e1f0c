import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { sourceStream } from './streams.js'

const Settings = {
  source: S.String,
  label: S.String,
  host: S.String,
  sshPort: S.NullOr(S.Int),
  identityFile: S.NullOr(S.String),
  remoteHome: S.String,
  remoteCodexHome: S.String,
  enabled: S.Boolean,
}

/** A remote machine was added as a source or its settings changed. Contains all settings. */
export const sourceSet = defineEvent({
  type: 'source-set',
  stream: sourceStream,
  version: 1,
  schema: S.Struct(Settings),
})

/** The remote machine is no longer read. `kept`: its sessions stay, with the name of their source. */
export const sourceRemoved = defineEvent({
  type: 'source-removed',
  stream: sourceStream,
  version: 1,
  schema: S.Struct({ source: S.String, kept: S.Boolean }),
})

/** A sync with a remote machine imported something, or its result differs from the one before. */
export const sourceSynced = defineEvent({
  type: 'source-synced',
  stream: sourceStream,
  version: 1,
  schema: S.Struct({
    source: S.String,
    ok: S.Boolean,
    /** The error, in one line. */
    error: S.NullOr(S.String),
    counts: S.Record({ key: S.String, value: S.Int }),
  }),
})
