import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

/** A feature became the active one of a lane; the one before was archived with the state of the lane. Ids are never reused. */
const featureActivated = defineEvent({
  type: 'feature-activated',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    feature: S.Int,
    slug: S.String,
    /** Null if it stays. */
    title: S.NullOr(S.String),
  }),
})

export const featureEvents = { 'feature-activated': featureActivated }
