import type { Turn } from '../../../api/types.js'
import type { Item } from './items.js'

/**
 * Returns the turns by the key of the last item that belongs to each. Turns whose prompt is in no line have no place.
 * @param isOver whether the last turn has ended, and its end is loaded
 */
export function endsOfTurns(
  turns: readonly Turn[],
  items: readonly Item[],
  isOver: boolean,
): ReadonlyMap<string, Turn> {
  const placed = turns.flatMap((turn) => (turn.line === null ? [] : [{ turn, line: turn.line }]))
  const ends = new Map<string, Turn>()
  let at = 0
  for (const [i, { turn, line }] of placed.entries()) {
    const next = placed[i + 1]?.line ?? Infinity
    while (at < items.length && (items[at]?.message.line ?? 0) < next) at++
    const last = items[at - 1]
    // Without the next prompt, what follows the loaded messages may belong to the turn.
    const isLoaded = at < items.length || (isOver && next === Infinity)
    if (isLoaded && last !== undefined && last.message.line > line) ends.set(last.key, turn)
  }
  return ends
}
