import type { EventRow } from '../api/types.js'
import { keyOf } from './order.js'

/**
 * The next content of a virtual list. With `shift`, rows are added or removed at its start and the visible rows stay in place.
 */
export interface Step {
  readonly events: readonly EventRow[]
  readonly shift: boolean
}

/**
 * Returns the steps from one list to another that keep the visible rows in place. `seen` is the index of the first visible row;
 * undefined at the top. A virtual list can keep its place while rows change either above or below the visible ones. If both
 * change, the rows below change first, and the rest is a second step.
 */
export function stepsTo(
  from: readonly EventRow[],
  to: readonly EventRow[],
  seen: number | undefined,
): readonly [Step] | readonly [Step, Step] {
  if (seen === undefined) return [{ events: to, shift: false }]
  const places = new Map(to.map((event, index) => [keyOf(event), index]))
  const before = from.findIndex((event, index) => index >= seen && places.has(keyOf(event)))
  const anchor = from[before]
  const after = anchor === undefined ? undefined : places.get(keyOf(anchor))
  if (after === undefined || after === before) return [{ events: to, shift: false }]
  const last: Step = { events: to, shift: true }
  if (from.length - before === to.length - after) return [last]
  return [{ events: [...from.slice(0, before), ...to.slice(after)], shift: false }, last]
}
