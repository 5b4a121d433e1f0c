import { Schema as S } from '../domain/schema.js'
import { TOOL_IDS } from '../domain/tools/catalog.js'
import { defineEvent } from './define.js'
import { raceStream } from './streams.js'

/** Agents were to work on one prompt, each in a lane of its own. */
const raceStarted = defineEvent({
  type: 'race-started',
  stream: raceStream,
  version: 1,
  schema: S.Struct({
    race: S.String,
    /** The first sentence of the prompt. The prompt itself is in the sessions, and is erased with them. */
    title: S.String,
    repository: S.String,
    base: S.NullOr(S.String),
    /** US dollars. */
    limit: S.NullOr(S.Number),
    entries: S.Array(
      S.Struct({
        lane: S.Int,
        tool: S.Literal(...TOOL_IDS),
        model: S.NullOr(S.String),
        effort: S.NullOr(S.String),
      }),
    ),
  }),
})

/** The agents of a race cost what its user allowed, and are stopped. */
const raceLimitReached = defineEvent({
  type: 'race-limit-reached',
  stream: raceStream,
  version: 1,
  schema: S.Struct({ race: S.String, costUsd: S.Number }),
})

/** A user kept the result of one lane, or of none, and put the others away. */
const raceDecided = defineEvent({
  type: 'race-decided',
  stream: raceStream,
  version: 1,
  schema: S.Struct({ race: S.String, kept: S.NullOr(S.Int), why: S.NullOr(S.String) }),
})

export const raceEvents = {
  'race-started': raceStarted,
  'race-limit-reached': raceLimitReached,
  'race-decided': raceDecided,
}
