import { type AppEvent, definitionOf } from './catalogue.js'

/**
 * Reads a stored payload in today's shape. Null for a kind or a version that this release does not know: such an event
 * is skipped and counted, never destroyed, so that going back to an older release loses nothing.
 */
export const readPayload = (type: string, version: number, json: string): AppEvent | null => {
  const definition = definitionOf(type)
  if (definition === undefined || version > definition.version) return null
  let data: unknown = JSON.parse(json)
  for (const upcast of definition.upcasts.slice(version - 1)) data = upcast(data)
  return { type, data } as AppEvent
}
