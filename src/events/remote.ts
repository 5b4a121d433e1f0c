import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'

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

/** Another machine's transcripts are to be read, or are to be read otherwise: the settings whole. */
export const sourceSet = defineEvent({ type: 'source-set', version: 1, schema: S.Struct(Settings) })

/** Nothing of that machine is read any more. `kept`: its sessions stay, under the name of where they came from. */
export const sourceRemoved = defineEvent({
  type: 'source-removed',
  version: 1,
  schema: S.Struct({ source: S.String, kept: S.Boolean }),
})

/** A reading of another machine brought something, or ended otherwise than the one before it. */
export const sourceSynced = defineEvent({
  type: 'source-synced',
  version: 1,
  schema: S.Struct({
    source: S.String,
    ok: S.Boolean,
    /** What went wrong, in one line. */
    error: S.NullOr(S.String),
    counts: S.Record({ key: S.String, value: S.Int }),
  }),
})
