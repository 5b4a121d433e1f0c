import { type AppEvent, definitionOf } from './catalogue.js'
import type { EventDefinition } from './define.js'

/**
 * Reads a stored payload in its newest version. Null for a type or a version that this release does not know: such an event is
 * skipped and counted, never destroyed, so that a downgrade to an older release loses nothing. `actor` is that of an event stored
 * before `by` and `via`, otherwise null.
 */
export const readPayload = (type: string, version: number, json: string, actor: string | null): AppEvent | null => {
  const definition = definitionOf(type)
  return definition === undefined ? null : readAs(definition, version, json, actor)
}

/** Reads a payload of one type; null for a version after its newest. */
export const readAs = (
  { type, version: newest, upcasts }: Pick<EventDefinition<string, unknown>, 'type' | 'version' | 'upcasts'>,
  version: number,
  json: string,
  actor: string | null,
): AppEvent | null => {
  if (version > newest) return null
  let data: unknown = JSON.parse(json)
  for (const upcast of upcasts.slice(version - 1)) data = upcast(data, actor)
  return { type, data } as AppEvent
}
