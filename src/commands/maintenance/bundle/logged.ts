import { type Author, isPrincipalId, isVia } from '../../../domain/access/author.js'
import { type Fields, isFields } from '../../../domain/transcript/json.js'
import { Schema } from '../../../domain/schema.js'
import { isInstant } from '../../../domain/time.js'
import { authorOfActor } from '../../../events/actor.js'
import { definitionOf } from '../../../events/catalogue.js'
import type { EventDefinition } from '../../../events/define.js'
import type { New, SessionEvent } from '../../../events/envelope.js'
import { sessionStream } from '../../../events/streams.js'
import { readPayload } from '../../../events/upcast.js'

const KEY_BYTES = 16

// Created on first use: compiling a predicate takes longer than running it.
const predicates = new Map<string, (data: unknown) => boolean>()
const predicateOf = ({ type, schema }: EventDefinition<string, unknown>): ((data: unknown) => boolean) => {
  const known = predicates.get(type)
  if (known !== undefined) return known
  const made = Schema.is(schema)
  predicates.set(type, made)
  return made
}

// A bundle is not to be trusted: its events may only be those of sessions.
const isOfSession = ({ streams }: EventDefinition<string, unknown>): boolean => streams.includes(sessionStream)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns who caused an event according to its bundle; null when the bundle does not say. Earlier releases stated an actor. */
const claimedIn = ({ by, via, actor }: Fields, type: string): Author | null => {
  if (isPrincipalId(by) && isVia(via)) return { by, via }
  return isText(actor) ? authorOfActor(actor, type) : null
}

/** Returns the data of an event with the payload of a hook as the last member; see `payloadOf`. */
const payloadLast = <D extends object>(data: D): D => {
  if (!('payload' in data)) return data
  const { payload, ...others } = data
  return { ...others, payload } as D
}

/**
 * Reads an event of our own bundle as it was logged, on behalf of the importer; null when it is broken, or from a newer release.
 */
export const loggedEvent = (row: unknown, importer: Author): New<SessionEvent> | null => {
  if (!isFields(row)) return null
  const { type, schema, at, source, actor, dedup, data } = row
  if (!isText(type) || typeof schema !== 'number' || !isInstant(at) || !isText(source)) return null
  const claimed = claimedIn(row, type)
  const event = readPayload(type, schema, JSON.stringify(data ?? null), isText(actor) ? actor : null)
  const definition = definitionOf(type)
  if (claimed === null || event === null || definition === undefined || !isOfSession(definition)) return null
  if (!predicateOf(definition)(event.data)) return null
  const key = typeof dedup === 'string' ? Buffer.from(dedup, 'hex') : null
  if (key !== null && key.length !== KEY_BYTES) return null
  // No spread: see the log's `append`.
  const { by, via } = importer
  const made = { type: event.type, data: payloadLast(event.data), occurredAt: at, source, by, via, claimed }
  return (key === null ? made : Object.assign(made, { dedup: key })) as New<SessionEvent>
}
