import type { EventRow } from '../api/types.js'
import { keyOf } from './order.js'

/** What a virtual list is to show next; with `shift` rows come or go at its start, and what is seen stays where it is. */
export interface Step {
  readonly events: readonly EventRow[]
  readonly shift: boolean
}

/**
 * The steps from one list to another under the eyes of a reader, whose first row in sight has the index `seen`;
 * `undefined` where nobody has scrolled. A virtual list can keep its place while rows change above what is seen, or
 * below: where they do both, what is below changes first and the rest is another step.
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
