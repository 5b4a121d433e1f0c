import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { GIT_CREDENTIALS_STREAM } from './streams.js'

const place = { protocol: S.Literal('http', 'https'), host: S.String }

/** The login for a host was saved or replaced, by its owner. The password is in the vault under the revision. */
const gitCredentialSaved = defineEvent({
  type: 'git-credential-saved',
  stream: GIT_CREDENTIALS_STREAM,
  version: 1,
  schema: S.Struct({ ...place, username: S.String, revision: S.String }),
})

/** An owner deleted their login for a host. */
const gitCredentialRemoved = defineEvent({
  type: 'git-credential-removed',
  stream: GIT_CREDENTIALS_STREAM,
  version: 1,
  schema: S.Struct(place),
})

export const gitCredentialEvents = {
  'git-credential-saved': gitCredentialSaved,
  'git-credential-removed': gitCredentialRemoved,
}
