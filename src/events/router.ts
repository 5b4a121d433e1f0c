import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { routerStream } from './streams.js'

/** A proxy for requests of agents was created or changed. Its key is in the vault under the revision; null without a key. */
const routerSaved = defineEvent({
  type: 'router-saved',
  stream: routerStream,
  version: 1,
  schema: S.Struct({
    name: S.String,
    baseUrl: S.String,
    model: S.NullOr(S.String),
    models: S.Struct({
      opus: S.optional(S.String),
      sonnet: S.optional(S.String),
      haiku: S.optional(S.String),
    }),
    revision: S.NullOr(S.String),
    isKeyNew: S.Boolean,
  }),
})

const routerRemoved = defineEvent({
  type: 'router-removed',
  stream: routerStream,
  version: 1,
  schema: S.Struct({ name: S.String }),
})

export const routerEvents = { 'router-saved': routerSaved, 'router-removed': routerRemoved }
