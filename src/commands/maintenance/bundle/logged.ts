import { isFields } from '../../../domain/transcript/json.js'
import { Schema } from '../../../domain/schema.js'
import { isInstant } from '../../../domain/time.js'
import { definitionOf } from '../../../events/catalogue.js'
import type { EventDefinition } from '../../../events/define.js'
import type { New } from '../../../events/envelope.js'
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

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Reads an event of our own bundle as it was logged; null when it is broken, or from a newer release. */
export const loggedEvent = (row: unknown): New | null => {
  if (!isFields(row)) return null
  const { type, schema, at, source, actor, dedup, data } = row
  if (!isText(type) || typeof schema !== 'number' || !isInstant(at) || !isText(source) || !isText(actor)) return null
  const event = readPayload(type, schema, JSON.stringify(data ?? null))
  const definition = definitionOf(type)
  if (event === null || definition === undefined || !predicateOf(definition)(event.data)) return null
  const key = typeof dedup === 'string' ? Buffer.from(dedup, 'hex') : null
  if (key !== null && key.length !== KEY_BYTES) return null
  // No spread: see the log's `append`.
  const made = { type: event.type, data: event.data, occurredAt: at, source, actor }
  return (key === null ? made : Object.assign(made, { dedup: key })) as New
}
