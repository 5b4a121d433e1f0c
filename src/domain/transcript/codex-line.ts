import { type Fields, idOf, isFields } from './json.js'

/**
 * Returns the kind and the payload of a rollout line `{timestamp, type, payload}`. The oldest rollouts have no envelope: their
 * lines are the items.
 */
export function openedLine(line: Fields): { readonly kind: unknown; readonly payload: Fields } {
  if (isFields(line['payload'])) return { kind: line['type'], payload: line['payload'] }
  if (line['type'] === undefined && idOf(line['id']) !== null) return { kind: 'session_meta', payload: line }
  return { kind: 'response_item', payload: line }
}
